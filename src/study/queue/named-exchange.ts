import type { BlobExchange } from './blob-exchange.ts';
import { bucketAt, isBucketPlace, type Variables } from './bucket.ts';
import { folderExchange } from './folder-exchange.ts';
import { s3Exchange } from './s3-exchange.ts';

/**
 * The exchange that `--blobs` names: `s3://BUCKET[/PREFIX]`, or a folder.
 *
 * @throws MeasurandError what {@link bucketAt} and {@link s3Exchange} throw
 */
export async function namedExchange(
  place: string,
  environment: Variables = process.env,
): Promise<BlobExchange> {
  if (!isBucketPlace(place)) return folderExchange(place);
  const exchange = await s3Exchange(bucketAt(place, environment));
  return exchange;
}
