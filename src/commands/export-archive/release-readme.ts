/** What is said to a reviewer. Depends on the episodes and the version alone, so that releases stay comparable. */
export function releaseReadme(release: {
  readonly root: string;
  readonly episodes: number;
  readonly version: string;
}): string {
  const { root, episodes, version } = release;
  return `# ${episodes} episodes

Root: \`${root}\`

Written by Measurand ${version}. Everything here can be checked with no network:

\`\`\`sh
sha256sum -c SHA256SUMS                  # every file is as it was written; needs no Measurand
measurand verify .                       # every record, blob and chain is hashed anew; prints the root
measurand verify . --rescore             # every stored submission is scored again and compared exactly
measurand report .                       # what the scores say
\`\`\`

| file | what it holds |
| --- | --- |
| \`segments/001.jsonl\` | one episode a line, in order of id: \`{digest, previous, record}\` |
| \`blobs/001.pack\` | submissions and traces, compressed, by SHA-256 |
| \`manifest.json\` | the number of episodes, the root, and the length of both files |
| \`digests.tsv\` | for each episode its id and the SHA-256 of its record |
| \`schemas/\` | JSON Schemas of the above |
| \`SHA256SUMS\` | the digest of every file |

How the digests hang together: an episode's id is the SHA-256 of its coordinates as canonical JSON (keys sorted, no white
space). Its record digest is the SHA-256 of its record as canonical JSON. A leaf is \`sha256("leaf:" + sha256(id + ":" + record
digest))\`, leaves in order of id; an inner node is \`sha256("node:" + left + ":" + right)\`, a node without a neighbour is
carried up as it is, and the last one is the root. All digests are lower-case hexadecimal text.

A pack is a row of blocks: \`MBK1\`, a 16-bit count, a 32-bit packed length, for each blob its 32-byte SHA-256 and its 32-bit
length, the blobs one after the other under raw deflate, and a CRC-32 of all before it; numbers are little-endian.
`;
}
