import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { sha256 } from '../../core/digest.ts';
import type { BlobExchange } from './blob-exchange.ts';
import { bucketAt } from './bucket.ts';
import { s3Exchange } from './s3-exchange.ts';

const SECRET = 'a-secret-that-is-never-sent';
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: SECRET };

type Answer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;

interface Store {
  readonly exchange: BlobExchange;
  readonly url: string;
  readonly heard: string[];
}

/** A store on this machine that answers as it is told. */
async function store(answer: Answer): Promise<Store> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    void buffer(request).then((body) => answer(request, body, response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as { readonly port: number };
  const url = `http://127.0.0.1:${port}`;
  const bucket = bucketAt('s3://blobs/of/a-study', { ...CREDENTIALS, AWS_ENDPOINT_URL: url });
  return {
    url,
    heard,
    exchange: await s3Exchange(bucket, { pause: 1 }),
  };
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Signature version 4 as the documentation of S3 defines it, worked out here once more. */
function signatureOf({ method, url, headers }: IncomingMessage, secret: string): string {
  const [, scope = '', signed = ''] =
    /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? [];
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const asked = [method, url, '', lines.join(''), signed, headers['x-amz-content-sha256']].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(asked)].join('\n');
  let key: string | Buffer = `AWS4${secret}`;
  for (const part of scope.split('/')) key = hmac(key, part);
  return hmac(key, text).toString('hex');
}

/** Keeps what it is sent. */
function keeping(): Answer & { readonly kept: Map<string, Buffer> } {
  const kept = new Map<string, Buffer>();
  const answer: Answer = (request, body, response) => {
    const { method, url = '', headers } = request;
    const isSigned = headers.authorization?.endsWith(`Signature=${signatureOf(request, SECRET)}`);
    if (!isSigned || headers['x-amz-content-sha256'] !== sha256(body)) {
      response.writeHead(403).end('SignatureDoesNotMatch');
      return;
    }
    if (method === 'PUT') kept.set(url, body);
    const found = kept.get(url);
    response.writeHead(found ? 200 : 404).end(method === 'GET' ? found : undefined);
  };
  return Object.assign(answer, { kept });
}

const TEXT = `rows ${'of a submission '.repeat(100)}`;
const DIGEST = sha256(TEXT);

verifies('queue.blobs.in-a-store', async () => {
  const answer = keeping();
  const at = await store(answer);
  expect(await at.exchange.get(DIGEST)).toBeUndefined();
  await at.exchange.put(DIGEST, TEXT);
  await at.exchange.put(DIGEST, TEXT);
  expect(await at.exchange.get(DIGEST)).toBe(TEXT);
  expect([...answer.kept.keys()]).toEqual([`/blobs/of/a-study/${DIGEST.slice(0, 2)}/${DIGEST.slice(2)}`]);
  expect(at.heard.map((line) => line.split(' ')[0])).toEqual(['GET', 'HEAD', 'PUT', 'HEAD', 'GET']);
  for (const line of at.heard) {
    expect(line).toContain('AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/');
    expect(line).not.toContain(SECRET);
  }
  for (const [url, packed] of answer.kept) {
    answer.kept.set(url, Buffer.concat([packed.subarray(0, -2), Buffer.from('xx')]));
  }
  expect(await at.exchange.get(DIGEST), 'bytes of another digest are no blob').toBeUndefined();
});

test('a store that is too busy, or cuts a connection, is asked again; one that stays so is told', async () => {
  let left = 4;
  const answer = keeping();
  const at = await store((request, body, response) => {
    left -= 1;
    if (left < 0) answer(request, body, response);
    else if (left % 2 === 0) response.destroy();
    else response.writeHead(left === 1 ? 429 : 503).end('SlowDown');
  });
  await at.exchange.put(DIGEST, TEXT);
  expect(answer.kept.size).toBe(1);
  expect(at.heard).toHaveLength(6);
  left = 1000;
  const failing = expect.objectContaining({ code: 'blob-exchange', kind: 'apparatus' });
  await expect(at.exchange.get(DIGEST)).rejects.toThrow(failing);
});

test('what the store refuses is told at once, without any key', async () => {
  const at = await store((_request, _body, response) => response.writeHead(403).end('AccessDenied'));
  const failures = await Promise.all(
    [at.exchange.put(DIGEST, TEXT), at.exchange.get(DIGEST)].map((each) =>
      each.then(
        () => undefined,
        (error: Error) => error,
      ),
    ),
  );
  for (const failure of failures) {
    expect(failure).toMatchObject({ code: 'blob-exchange', kind: 'apparatus' });
    expect(failure?.message).toMatch(/^s3:\/\/blobs\/of\/a-study: .* HTTP 403/);
    expect(`${failure?.message} ${failure?.stack} ${JSON.stringify(failure)}`).not.toMatch(/AKIDEX|a-secret/);
  }
  expect(at.heard).toHaveLength(3);
});

test('a redirection to another address is not followed', async () => {
  const elsewhere = await store(keeping());
  const at = await store((_request, _body, response) =>
    response.writeHead(307, { location: elsewhere.url }).end(),
  );
  await expect(at.exchange.get(DIGEST)).rejects.toThrow(expect.objectContaining({ code: 'blob-exchange' }));
  expect(elsewhere.heard).toEqual([]);
});

test('a place that cannot be read, keys that are missing and addresses that are none are coded errors', () => {
  const codeOf = (place: string, environment: Readonly<Record<string, string>>): unknown => {
    try {
      return bucketAt(place, environment).url;
    } catch (error) {
      return (error as { readonly code?: string }).code;
    }
  };
  for (const place of [
    's3://',
    's3://B',
    's3://ok//x',
    's3://ok/../x',
    's3://ok/a b',
    's3://ok/%2e',
    's3://u:p@ok',
  ]) {
    expect(codeOf(place, CREDENTIALS), place).toBe('invalid-usage');
  }
  expect(codeOf('s3://blobs', {})).toBe('missing-key');
  expect(codeOf('s3://blobs', { AWS_ACCESS_KEY_ID: 'x' })).toBe('missing-key');
  expect(codeOf('s3://blobs/', CREDENTIALS)).toBe('https://s3.us-east-1.amazonaws.com/blobs');
  for (const url of ['no url', 'ftp://x', 'http://user:pw@x', 'http://x/?a']) {
    expect(codeOf('s3://blobs', { ...CREDENTIALS, AWS_ENDPOINT_URL_S3: url }), url).toBe('invalid-endpoint');
  }
  const token = { ...CREDENTIALS, AWS_SESSION_TOKEN: 'token' };
  expect(codeOf('s3://blobs', { ...token, AWS_ENDPOINT_URL: 'http://store:9000' })).toBe('insecure-endpoint');
  expect(codeOf('s3://blobs', { ...token, AWS_ENDPOINT_URL: 'http://127.0.0.1:9000/' })).toBe(
    'http://127.0.0.1:9000/blobs',
  );
});
