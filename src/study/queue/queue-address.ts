import { MeasurandError } from '../../core/errors.ts';

/** Where the queue server is. Only `shown` may be printed. */
export interface QueueAddress {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls: boolean;
  /** Scheme, host, port and database, without credentials. */
  readonly shown: string;
}

const DEFAULT_PORT = 6379;

/** Says nothing of the text itself: a URL that cannot be read may hold a password anywhere. */
function invalid(what: string): MeasurandError {
  return new MeasurandError('invalid-queue', `The address of the queue ${what}`, {
    field: 'queue',
    next: 'Write redis://HOST:PORT, or redis://HOST:PORT/DATABASE; rediss:// for TLS',
  });
}

/** Not a parser's own error, and not as its cause either: both hold the whole text. */
function parse(text: string): URL {
  if (!URL.canParse(text)) throw invalid('is no URL');
  return new URL(text);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid('has credentials that are not percent-encoded');
  }
}

/** Reads `redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE]`. @throws MeasurandError `invalid-queue` */
export function parseQueueAddress(text: string): QueueAddress {
  const { protocol, hostname, port, pathname, search, hash, username, password } = parse(text);
  if (protocol !== 'redis:' && protocol !== 'rediss:')
    throw invalid('begins with neither redis:// nor rediss://');
  if (hostname === '') throw invalid('names no host');
  if (search !== '' || hash !== '') throw invalid('has something after the database');
  const [, database = ''] = /^\/?(\d{0,4})$/.exec(pathname) ?? [];
  if (pathname.replace('/', '') !== database) throw invalid('names a database that is no number');
  const db = Number(database);
  const portNumber = port === '' ? DEFAULT_PORT : Number(port);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: portNumber,
    db,
    ...(username === '' ? {} : { username: decoded(username) }),
    ...(password === '' ? {} : { password: decoded(password) }),
    tls: protocol === 'rediss:',
    shown: `${protocol}//${hostname}:${portNumber}/${db}`,
  };
}
