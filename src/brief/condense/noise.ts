import type { Finding } from './markers.ts'

const LEAST_SCORE = 35
const NEAR = 10
const MOST_SHARE = 0.4

/** Findings that are kept and those that are only noise; what is proven is never noise, and one is always kept. */
export function filterNoise(findings: readonly Finding[]): {
  readonly kept: readonly Finding[]
  readonly suppressed: readonly Finding[]
} {
  const grave = new Map<string, number[]>()
  for (const one of findings) {
    if (!isGrave(one) || one.attributes.file === undefined) continue
    const lines = grave.get(one.attributes.file) ?? []
    lines.push(lineOf(one))
    grave.set(one.attributes.file, lines)
  }
  for (const lines of grave.values()) lines.sort((a, b) => a - b)
  const suppressed = new Set<Finding>()
  for (const one of findings) {
    if (!mayGo(one)) continue
    const score = scoreOf(one)
    if ((score !== undefined && score < LEAST_SCORE) || isNear(grave.get(one.attributes.file ?? ''), lineOf(one)))
      suppressed.add(one)
  }
  const left = findings.filter((one) => !suppressed.has(one))
  const small = left.filter((one) => one.attributes.severity === 'P3')
  const most = Math.floor(MOST_SHARE * left.length)
  const spare = small.filter(mayGo).sort((a, b) => (scoreOf(a) ?? 50) - (scoreOf(b) ?? 50))
  for (const one of spare.slice(0, Math.max(0, small.length - most))) suppressed.add(one)
  if (findings.length > 0 && suppressed.size === findings.length) {
    suppressed.delete([...findings].sort((a, b) => (scoreOf(b) ?? 0) - (scoreOf(a) ?? 0))[0]!)
  }
  return {
    kept: findings.filter((one) => !suppressed.has(one)),
    suppressed: findings.filter((one) => suppressed.has(one)),
  }
}

function isGrave({ attributes }: Finding): boolean {
  return attributes.severity === 'P1' || attributes.severity === 'P2'
}

function mayGo({ attributes }: Finding): boolean {
  return attributes.severity === 'P3' && attributes.confidence?.toUpperCase() !== 'PROVEN'
}

/** From 0 to 100; a score up to 1 is read as a fraction. */
function scoreOf({ attributes }: Finding): number | undefined {
  const score = Number(attributes.confidence_score ?? Number.NaN)
  if (Number.isNaN(score)) return undefined
  return score <= 1 ? score * 100 : score
}

function lineOf({ attributes }: Finding): number {
  return Number.parseInt(attributes.line ?? '', 10)
}

/** Whether one of the sorted lines is near. */
function isNear(lines: readonly number[] | undefined, line: number): boolean {
  if (!lines || Number.isNaN(line)) return false
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (lines[middle]! < line - NEAR) low = middle + 1
    else high = middle
  }
  return low < lines.length && lines[low]! <= line + NEAR
}
