import { html } from '../answers/html'
import { page } from '../answers/page'
import { sentenceIn } from './sentences'
import type { PageLanguage } from './sentences'

/* The pages of logins, in the language of the browser. */

const english = {
  login: 'Login',
  failed: 'You are not logged in',
  back: 'Back to the login page',
  loggedOut: 'You are logged out',
  chooseTitle: 'Choose your address',
  choose: 'You have several addresses. Choose the one to log in with here.',
  codeTitle: 'Back to the app',
  code: 'Copy this code, and paste it in the app within 15 seconds. It works once.',
}

const german: typeof english = {
  login: 'Anmeldung',
  failed: 'Du bist nicht angemeldet',
  back: 'Zurück zur Anmeldeseite',
  loggedOut: 'Du bist abgemeldet',
  chooseTitle: 'Wähle deine Adresse',
  choose: 'Du hast mehrere Adressen. Wähle die, mit der du dich hier anmelden willst.',
  codeTitle: 'Zurück zur App',
  code: 'Kopiere diesen Code, und füge ihn innerhalb von 15 Sekunden in der App ein. Er gilt einmal.',
}

const texts: Readonly<Record<PageLanguage, typeof english>> = { en: english, de: german }

export function failedPage(language: PageLanguage, sentence: string): string {
  const t = texts[language]
  return page(
    t.login,
    html`<h1>${t.failed}</h1>
      <p role="alert">${sentenceIn(language, sentence)}</p>
      <p><a href="/login">${t.back}</a></p>`,
    language,
  )
}

export function loggedOutPage(language: PageLanguage): string {
  const t = texts[language]
  return page(
    t.login,
    html`<h1>${t.loggedOut}</h1>
      <p><a href="/login">${t.back}</a></p>`,
    language,
  )
}

/** A person's own addresses, each a button. */
interface Choices {
  slug: string
  state: string
  choices: readonly string[]
}

export function choicePage(language: PageLanguage, { slug, state, choices }: Choices): string {
  const t = texts[language]
  const buttons = choices.map(
    (address) => html`<p><button name="address" value="${address}">${address}</button></p> `,
  )
  return page(
    t.login,
    html`<h1>${t.chooseTitle}</h1>
      <p>${t.choose}</p>
      <form method="post" action="/complete/${slug}/choose/">
        <input type="hidden" name="state" value="${state}" />
        ${buttons}
      </form>`,
    language,
  )
}

export function codePage(language: PageLanguage, code: string): string {
  const t = texts[language]
  return page(
    t.login,
    html`<h1>${t.codeTitle}</h1>
      <p>${t.code}</p>
      <pre><code>${code}</code></pre>`,
    language,
  )
}
