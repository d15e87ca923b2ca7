/** A copy in ascending numeric order. */
export function ascending(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values).sort();
}
