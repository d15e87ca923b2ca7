import type { ReportDocument } from '../../src/report/document.ts';

/** Fields whose values are words of ours, which a report may rely on. */
const OURS = new Set(['format', 'verdict', 'level', 'scorerKind', 'origin', 'declared', 'observed']);
/** Objects whose keys are names from outside. */
const NAMED = new Set(['profiles', 'judgeParts']);

/**
 * The document with every string from outside replaced, names included. Equal strings stay equal and different ones
 * different, so that what a report groups by name keeps its shape. Figures are dropped: their offsets no longer hold.
 */
export function withStrings(document: ReportDocument, text: string): ReportDocument {
  const ordinals = new Map<string, number>();
  const replace = (original: string): string => {
    if (original === '') return original;
    if (!ordinals.has(original)) ordinals.set(original, ordinals.size);
    return `${text}${ordinals.get(original)}`;
  };
  const entry = (key: string, value: unknown, named: boolean): [string, unknown] => [
    named ? replace(key) : key,
    OURS.has(key) ? value : map(value, key),
  ];
  const map = (value: unknown, key: string): unknown => {
    if (key === 'figures') return [];
    if (typeof value === 'string') return replace(value);
    if (Array.isArray(value)) {
      return key === 'notProbed' && value.every((item) => typeof item === 'string')
        ? value
        : value.map((item) => map(item, ''));
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => entry(name, item, NAMED.has(key))));
  };
  return map(document, '') as ReportDocument;
}

/** What an attacker may put where a name or a sentence belongs. */
export const HOSTILE_STRINGS: readonly string[] = [
  '<script>window.hostile = 1</script>',
  '"><img src=x onerror="window.hostile=1">',
  "' onmouseover='window.hostile=1' style='position:fixed",
  'javascript:window.hostile=1',
  '</title></style></svg></script><svg onload=window.hostile=1>',
  ']]><!--<![CDATA[',
  '--><iframe src="https://example.invalid/"></iframe>',
  '&lt;b&gt;&#x3c;i&#x3e;&amp;&NotAnEntity;',
  '<base href="https://example.invalid/"><meta http-equiv="refresh" content="0;url=https://example.invalid/">',
  '@import url(https://example.invalid/x.css);}</style><link rel=stylesheet href=//example.invalid>',
  '\u202Egnp.elif\u202C \u2066x\u2069 \u200B\uFEFF',
  '\u0000\u0001\u001B[31m\u007F\u009B2J',
  '\uD800 \uDFFF',
  '| pipe `code` **bold** [link](javascript:alert(1)) ![image](https://example.invalid/x.png)\n# heading',
  '$1 $& $` $< \\n',
  'constructor',
];
