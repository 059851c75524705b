/** Runs each of these once, then each again, so that what the machine does meanwhile meets all of them alike. */
export async function inTurn<Name extends string, T>(
  times: number,
  works: Readonly<Record<Name, () => T | Promise<T>>>,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(works) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, T[]>
  for (let nth = 0; nth < times; nth++) {
    for (const name of names) results[name].push(await works[name]())
  }
  return results
}
