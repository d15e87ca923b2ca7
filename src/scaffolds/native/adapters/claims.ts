import type { CapabilityClaim, ClaimStatus } from '../contracts.ts';

/** Claims of one status, each with where it comes from. */
export function claimed(
  status: ClaimStatus,
  sources: Readonly<Record<string, string>>,
): readonly CapabilityClaim[] {
  return Object.entries(sources).map(([capability, source]) => ({ capability, status, source }));
}
