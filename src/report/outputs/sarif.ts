import { sha256 } from '../../core/digest.ts';
import type { OutputFinding, OutputReport, OutputRule } from './report.ts';

/** A path as SARIF wants it: a relative or absolute URI with every part encoded. */
function uriOf(path: string): string {
  const parts = path.split(/[\\/]/).map((part) => encodeURIComponent(part));
  const uri = parts.join('/').replace(/^(?:\.\/)+/, '');
  return path.startsWith('/') ? `file://${uri}` : uri;
}

function locationOf({ file, line, place }: OutputFinding): object {
  return {
    ...(file === undefined
      ? {}
      : {
          physicalLocation: {
            artifactLocation: { uri: uriOf(file) },
            region: { startLine: line ?? 1 },
          },
        }),
    ...(place === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: place }] }),
  };
}

/** The same finding has the same fingerprint in every run, so that a service follows it. */
function fingerprint({ rule, file = '', place = '' }: OutputFinding): string {
  return sha256(JSON.stringify([rule, file, place]));
}

function ruleOf({ id, title, help, level }: OutputRule): object {
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: help },
    help: { text: help },
    defaultConfiguration: { level },
  };
}

/** Findings as SARIF 2.1.0. Deterministic: it names no time and no machine. */
export function sarifOf({ version, rules, findings }: OutputReport): string {
  const places = new Map(rules.map(({ id }, at) => [id, at]));
  const results = findings.map((finding) => ({
    ruleId: finding.rule,
    ruleIndex: places.get(finding.rule) ?? -1,
    level: finding.level,
    message: { text: finding.message },
    locations: finding.file === undefined && finding.place === undefined ? [] : [locationOf(finding)],
    partialFingerprints: { 'measurand/1': fingerprint(finding) },
  }));
  const driver = { name: 'Measurand', semanticVersion: version, rules: rules.map(ruleOf) };
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
