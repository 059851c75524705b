export type Theme = 'light' | 'dark' | 'system'

const KEPT = 'stet-theme'

export function readTheme(): Theme {
  const kept = localStorage.getItem(KEPT)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

/** Sets the colours; `system` follows the machine's. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEPT)
  else localStorage.setItem(KEPT, theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  dispatchEvent(new Event('stet-theme'))
}
