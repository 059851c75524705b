const HUES = [255, 165, 45, 305, 95, 0, 210, 130]

/** The colour of a session in the graph of its chain. */
export function laneColor(lane: number): string {
  const hue = HUES[lane % HUES.length]
  return `light-dark(oklch(0.6 0.13 ${hue}), oklch(0.72 0.12 ${hue}))`
}
