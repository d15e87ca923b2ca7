import { MeasurandError } from '../../core/errors.ts';

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** A place in an S3-compatible store, with what opens it. Only `shown` may be printed. */
export interface Bucket {
  /** Of the place, without a slash at its end: the bucket is a part of the path, which every such store understands. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  /** `s3://BUCKET/PREFIX`. */
  readonly shown: string;
}

const SCHEME = 's3://';
const PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)\/?$/;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export function isBucketPlace(place: string): boolean {
  return place.startsWith(SCHEME);
}

function required(environment: Variables, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new MeasurandError('missing-key', 'An S3-compatible store needs credentials', {
    field: name,
    next: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a folder',
  });
}

function endpointOf(environment: Variables, region: string): string {
  const name = environment['AWS_ENDPOINT_URL_S3'] ? 'AWS_ENDPOINT_URL_S3' : 'AWS_ENDPOINT_URL';
  const text = environment[name] || `https://s3.${region}.amazonaws.com`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.username === '' && url.search === '' && url.hash === '';
  if (!(url && isPlain && ['http:', 'https:'].includes(url.protocol))) {
    throw new MeasurandError('invalid-endpoint', `${name} holds no address of a store`, {
      field: name,
      next: 'Use http://HOST:PORT or https://HOST, with no user, password or query in it',
    });
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && environment['AWS_SESSION_TOKEN']) {
    throw new MeasurandError('insecure-endpoint', `${name} would send a session token in the clear`, {
      field: name,
      next: 'Use https, or credentials without a token, which are never sent themselves',
    });
  }
  return url.href.replace(/\/+$/, '');
}

/**
 * Reads `s3://BUCKET[/PREFIX]` and, from the variables that all clients of such stores use, where the store is and with
 * what it opens: `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL`, `AWS_REGION` or `AWS_DEFAULT_REGION`, `AWS_ACCESS_KEY_ID`,
 * `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`.
 *
 * @throws MeasurandError `invalid-usage`, `missing-key`, `invalid-endpoint`, `insecure-endpoint`
 */
export function bucketAt(place: string, environment: Variables): Bucket {
  const [, bucket, prefix = ''] = PLACE.exec(place) ?? [];
  if (bucket === undefined) {
    throw new MeasurandError('invalid-usage', '--blobs cannot be read as a place in a store', {
      field: 'blobs',
      next: 'Write s3://BUCKET or s3://BUCKET/PREFIX, in letters, digits, points, hyphens and underscores',
    });
  }
  const region = environment['AWS_REGION'] || environment['AWS_DEFAULT_REGION'] || 'us-east-1';
  const sessionToken = environment['AWS_SESSION_TOKEN'];
  return {
    url: `${endpointOf(environment, region)}/${bucket}${prefix}`,
    region,
    accessKeyId: required(environment, 'AWS_ACCESS_KEY_ID'),
    secretAccessKey: required(environment, 'AWS_SECRET_ACCESS_KEY'),
    ...(sessionToken ? { sessionToken } : {}),
    shown: `${SCHEME}${bucket}${prefix}`,
  };
}
