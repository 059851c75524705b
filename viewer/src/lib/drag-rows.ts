/** Closer to an edge than this, the list moves on by itself. */
const EDGE = 24
const STEP = 14

interface Rows {
  /** The row at a height of the screen; undefined where there is none. */
  readonly at: (y: number) => number | undefined
  readonly select: (from: number, to: number) => void
}

/**
 * Lets a mouse or a pen select a run of rows of a list by drawing over them. A press that does not leave its row
 * stays a click; a finger scrolls.
 */
export function dragRows(list: HTMLElement, rows: Rows): { destroy: () => void } {
  const over = new AbortController()
  let from: number | undefined
  let last: number | undefined
  let y = 0
  let frame = 0
  const on = (name: string, handler: (event: PointerEvent) => void) =>
    list.addEventListener(name, handler as EventListener, { signal: over.signal })
  on('pointerdown', (event) => {
    const isPlain = event.button === 0 && !event.shiftKey && !event.metaKey && !event.ctrlKey
    if (!isPlain || event.pointerType === 'touch' || !(event.target as Element).closest('.row')) return
    from = rows.at(event.clientY)
    last = from
  })
  on('pointermove', (event) => {
    if (from === undefined) return
    if (event.buttons === 0) return end()
    y = event.clientY
    reach()
    if (last === from || frame !== 0) return
    if (!list.hasPointerCapture(event.pointerId)) list.setPointerCapture(event.pointerId) // now it is no click any more
    frame = requestAnimationFrame(moveOn)
  })
  on('pointerup', end)
  on('pointercancel', end)
  return {
    destroy: () => {
      over.abort()
      end()
    },
  }

  function reach(): void {
    const row = rows.at(y)
    if (from === undefined || row === undefined || row === last) return
    last = row
    rows.select(from, row)
  }

  /** At the edges the list moves under the pointer, which itself need not. */
  function moveOn(): void {
    frame = 0
    if (from === undefined) return
    const { top, bottom } = list.getBoundingClientRect()
    const by = y < top + EDGE ? -STEP : y > bottom - EDGE ? STEP : 0
    if (by !== 0) {
      list.scrollTop += by
      reach()
    }
    frame = requestAnimationFrame(moveOn)
  }

  function end(): void {
    from = undefined
    cancelAnimationFrame(frame)
    frame = 0
  }
}
