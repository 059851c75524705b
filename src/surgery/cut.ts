/** The first code points, with an ellipsis where that is not all. */
export function cut(text: string, points: number): string {
  if (text.length <= points) return text
  const all = [...text]
  return all.length <= points ? text : `${all.slice(0, points - 1).join('')}…`
}
