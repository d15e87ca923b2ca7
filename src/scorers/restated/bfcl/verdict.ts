/** What BFCL's checker says of one submission. `errorType` is null exactly when it is valid. */
export interface BfclVerdict {
  readonly valid: boolean;
  /** The release's own name of the reason, such as `value_error:string`. */
  readonly errorType: string | null;
}

export const VALID: BfclVerdict = { valid: true, errorType: null };

export const invalid = (errorType: string): BfclVerdict => ({ valid: false, errorType });
