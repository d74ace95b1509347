import { createHash } from 'node:crypto'
import { html, Html } from '../answers/html'
import { page, pageHeaders } from '../answers/page'
import type { PageLanguage } from './sentences'

/*
 * The page of a desktop app at the beginning of a login: it makes a key, opens the same address with the key in the
 * system's browser, and decrypts the code that the person brings back.
 * Source: docs/protocol/single-sign-on.md#desktop.
 */

const script = `
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (text) => new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)))
const key = crypto.getRandomValues(new Uint8Array(32))
const address = new URL(location.href)
address.searchParams.set('desktop_flow_otp', toHex(key))
document.getElementById('open').href = address.href
const fault = document.getElementById('fault')
document.getElementById('enter').addEventListener('submit', async (event) => {
  event.preventDefault()
  try {
    const sealed = fromHex(new FormData(event.target).get('code').trim())
    const secret = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
    const iv = sealed.slice(0, 12)
    const token = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, secret, sealed.slice(12))
    location.assign('/accounts/login/subdomain/' + new TextDecoder().decode(token))
  } catch {
    fault.hidden = false
  }
})
`

const digest = createHash('sha256').update(script).digest('base64')

export const desktopPageHeaders: Readonly<Record<string, string>> = {
  ...pageHeaders,
  'Content-Security-Policy': `${pageHeaders['Content-Security-Policy'] ?? ''}; script-src 'sha256-${digest}'`,
  'Cache-Control': 'no-store',
}

const english = {
  login: 'Login',
  title: 'Log in in your browser',
  open: 'Open the browser',
  next: ', log in there, and copy the code that it shows at the end.',
  code: 'Code',
  enter: 'Log in',
  fault: 'This is not the code. Copy it again.',
}

const german: typeof english = {
  login: 'Anmeldung',
  title: 'Melde dich im Browser an',
  open: 'Öffne den Browser',
  next: ', melde dich dort an, und kopiere den Code, den er am Ende zeigt.',
  code: 'Code',
  enter: 'Anmelden',
  fault: 'Das ist nicht der Code. Kopiere ihn noch einmal.',
}

export function desktopPage(language: PageLanguage): string {
  const t = language === 'de' ? german : english
  return page(
    t.login,
    html`<h1>${t.title}</h1>
      <p><a id="open" target="_blank" rel="noopener">${t.open}</a>${t.next}</p>
      <form id="enter">
        <p>
          <label
            >${t.code} <input name="code" required autocomplete="off" spellcheck="false"
          /></label>
          <button>${t.enter}</button>
        </p>
        <p id="fault" role="alert" hidden>${t.fault}</p>
      </form>
      ${new Html(`<script>${script}</script>`)}`,
    language,
  )
}
