/** Python 3.11's built-in names that do not end in `Error` or `Warning`. */
const BUILTINS = new Set(
  (
    'BaseException BaseExceptionGroup Ellipsis Exception ExceptionGroup GeneratorExit KeyboardInterrupt NotImplemented ' +
    'StopAsyncIteration StopIteration SystemExit __build_class__ __debug__ __doc__ __import__ __loader__ __name__ ' +
    '__package__ __spec__ __builtins__ __file__ __cached__ abs aiter all anext any ascii bin bool breakpoint bytearray ' +
    'bytes callable chr classmethod compile complex copyright credits delattr dict dir divmod enumerate eval exec exit ' +
    'filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len ' +
    'license list locals map max memoryview min next object oct open ord pow print property quit range repr reversed ' +
    'round set setattr slice sorted staticmethod str sum super tuple type vars zip'
  ).split(' '),
);

const ERRORS = new Set(
  (
    'Arithmetic Assertion Attribute BlockingIO BrokenPipe Buffer ChildProcess ConnectionAborted Connection ' +
    'ConnectionRefused ConnectionReset EOF Environment FileExists FileNotFound FloatingPoint IO Import Indentation Index ' +
    'Interrupted IsADirectory Key Lookup Memory ModuleNotFound Name NotADirectory NotImplemented OS Overflow Permission ' +
    'ProcessLookup Recursion Reference Runtime Syntax System Tab Timeout Type UnboundLocal UnicodeDecode UnicodeEncode ' +
    'Unicode UnicodeTranslate Value ZeroDivision'
  )
    .split(' ')
    .map((name) => `${name}Error`),
);

const WARNINGS = new Set(
  'Bytes Deprecation Encoding Future Import PendingDeprecation Resource Runtime Syntax Unicode User'
    .split(' ')
    .map((name) => `${name}Warning`)
    .concat('Warning'),
);

/** Whether Python itself defines a name. */
export function isKnownName(name: string): boolean {
  return BUILTINS.has(name) || ERRORS.has(name) || WARNINGS.has(name);
}
