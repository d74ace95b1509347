import { localStore } from '../storage/browser-storage'

/** Values of the setting `color_scheme`. Source: docs/protocol/settings.md#display-settings. */
export const colorSchemes = { automatic: 1, dark: 2, light: 3 } as const
export type ColorScheme = keyof typeof colorSchemes

/** localStorage key of the last color scheme, so that the page has its colors before the state arrives. */
const rememberedAs = 'parley-color-scheme'

export function schemeOf(value: unknown): ColorScheme {
  if (value === colorSchemes.dark) return 'dark'
  return value === colorSchemes.light ? 'light' : 'automatic'
}

/** Applies the color scheme of the last visit. */
export function showRememberedTheme(): void {
  showTheme(localStore.getItem(rememberedAs))
}

/** Applies a value of the setting now and at the next visit. */
export function rememberTheme(value: number): void {
  localStore.setItem(rememberedAs, String(value))
  showTheme(value)
}

/** Values of `--paper-sunk`, for the system's frame around the page. */
const papers = { light: '#f5f6f6', dark: '#111417' }

function showTheme(value: unknown): void {
  const scheme = schemeOf(Number(value))
  const { dataset } = document.documentElement
  if (scheme === 'automatic') delete dataset['theme']
  else dataset['theme'] = scheme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content =
      papers[scheme === 'automatic' ? (meta.media.includes('dark') ? 'dark' : 'light') : scheme]
  }
}
