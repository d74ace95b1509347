import { effect } from '@preact/signals'
import type { Store } from '../store/store'

/** Values of the setting `color_scheme`. Source: docs/protocol/settings.md#display-settings. */
export const colorSchemes = { automatic: 1, dark: 2, light: 3 } as const
export type ColorScheme = keyof typeof colorSchemes

/** The colours of the last visit, so that the page has them before the server has said anything. */
const rememberedAs = 'parley-color-scheme'

/** Puts the colours of the last visit on the page. */
export function showRememberedTheme(): void {
  show(schemeOf(Number(localStorage.getItem(rememberedAs))))
}

/** Keeps the colours of the page as the reader's setting says. */
export function followTheme(store: Store): () => void {
  return effect(() => {
    const { color_scheme: value } = store.read('user_settings')
    localStorage.setItem(rememberedAs, String(value))
    show(schemeOf(Number(value)))
  })
}

export function schemeOf(value: unknown): ColorScheme {
  if (value === colorSchemes.dark) return 'dark'
  return value === colorSchemes.light ? 'light' : 'automatic'
}

/** What systems paint around the page: `--paper-sunk`. */
const papers = { light: '#f5f6f6', dark: '#111417' }

function show(scheme: ColorScheme): void {
  const { dataset } = document.documentElement
  if (scheme === 'automatic') delete dataset['theme']
  else dataset['theme'] = scheme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content =
      papers[scheme === 'automatic' ? (meta.media.includes('dark') ? 'dark' : 'light') : scheme]
  }
}
