/**
 * How a share (0 to 1) is shown as per cent: with one decimal below ten and above ninety-nine, so that nothing that is
 * missing is shown as 100 %, and nothing that is there as 0 %.
 */
export function shownShare(share: number): { value: number; digits: 0 | 1 } {
  if (share > 0 && share < 0.0995) return { value: Math.max(share, 0.001), digits: 1 }
  if (share > 0.99 && share < 1) return { value: Math.min(share, 0.999), digits: 1 }
  return { value: share, digits: 0 }
}
