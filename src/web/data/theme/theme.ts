import { effect } from '@preact/signals'
import { timeForm } from '../../texts/time-form'
import type { Store } from '../store/store'
import { rememberTheme } from './remembered-theme'

/** Keeps the color scheme in sync with the reader's setting. @returns function that stops it */
export function followTheme(store: Store): () => void {
  return effect(() => {
    const { color_scheme: value } = store.read('user_settings')
    rememberTheme(value)
  })
}

/** Applies font size, line height, language and time zone. Source: docs/protocol/accounts.md#patch-settings. */
export function followLook(store: Store): () => void {
  return effect(() => {
    const settings = store.read('user_settings')
    const { dataset, style } = document.documentElement
    dataset['previews'] = String(settings['show_link_previews'])
    style.fontSize = `${(Number(settings['web_font_size_px'] ?? 16) / 16) * 100}%`
    const lines = Number(settings['web_line_height_percent'] ?? 140) / 140
    style.setProperty('--leading', String(1.5 * lines))
    // Space between messages changes six times as much as the line height, down to a quarter.
    style.setProperty('--density', String(Math.max(0.25, 1 + (lines - 1) * 6)))
    const [language, zone] = [chosenLanguage(settings), chosenZone(settings)]
    const { language: old, zone: oldZone } = timeForm.peek()
    if (language !== old || zone !== oldZone) timeForm.value = { language, zone }
  })
}

/** Undefined if the browser has the same language, since the browser's locale also knows the country. */
function chosenLanguage({ default_language: tag }: Settings): string | undefined {
  if (typeof tag !== 'string' || navigator.language.split('-')[0] === tag) return undefined
  return Intl.DateTimeFormat.supportedLocalesOf([tag])[0]
}

function chosenZone({ timezone }: Settings): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', {
      timeZone: String(timezone) || undefined,
    }).resolvedOptions()
    return timeZone === new Intl.DateTimeFormat('en').resolvedOptions().timeZone
      ? undefined
      : timeZone
  } catch {
    // The browser does not know the time zone.
    return undefined
  }
}

type Settings = Readonly<Record<string, unknown>>
