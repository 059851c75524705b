/** `950`, `9.9k`, `12k`, `1.3M`, `1M`. */
export function shortCount(count: number): string {
  if (count < 1000) return String(Math.round(count))
  if (count < 999_500) return `${count < 9_950 ? (count / 1000).toFixed(1) : Math.round(count / 1000)}k`
  return `${(count / 1_000_000).toFixed(count < 9_950_000 && count % 1_000_000 !== 0 ? 1 : 0)}M`
}
