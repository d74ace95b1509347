import { useSignalEffect } from '@preact/signals'
import { useApp } from '../../context/app'
import { sessionStore } from '../../data/storage/browser-storage'
import languages from '../../texts/languages.json'

/** Cookie by which the server chooses the language of the page. Source: docs/protocol/settings.md#languages. */
const cookieName = 'parley_language'
const cookieSeconds = 365 * 86_400

/** sessionStorage key of the language for which this tab was reloaded. */
const reloadedFor = 'parley-reloaded-for-language'

/** Shows the app in the language of the reader's settings: reloads a page that the server sent in another one. */
export function useChosenLanguage(): void {
  const { store, whenUnneeded } = useApp()

  useSignalEffect(() => {
    const wanted = catalogFor(store.read('user_settings')['default_language'])
    remember(wanted)
    const page = document.documentElement.lang
    if (wanted === page) sessionStore.removeItem(reloadedFor)
    if (wanted === undefined || wanted === page) return
    whenUnneeded(() => {
      const isWantedStill = wanted === catalogFor(store.state.user_settings['default_language'])
      if (isWantedStill && noteReload(wanted)) location.reload()
    }, true)
  })
}

/** @param tag as in the settings, such as `de-AT` @returns undefined if the app is not translated into it */
function catalogFor(tag: unknown): string | undefined {
  if (typeof tag !== 'string') return undefined
  const [first = ''] = tag.toLowerCase().split(/[-_@]/)
  return languages.includes(first) ? first : undefined
}

/** Without a translation, the languages of the browser decide again. */
function remember(language: string | undefined): void {
  const seconds = language === undefined ? 0 : cookieSeconds
  const rules = `Path=/; Max-Age=${String(seconds)}; SameSite=Lax`
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${cookieName}=${language ?? ''}; ${rules}${secure}`
}

/**
 * Allows one reload for a language, so that a cache that serves another page causes no endless reloads.
 *
 * @returns false after a reload, and without storage
 */
function noteReload(language: string): boolean {
  if (sessionStore.getItem(reloadedFor) === language) return false
  sessionStore.setItem(reloadedFor, language)
  return sessionStore.getItem(reloadedFor) === language
}
