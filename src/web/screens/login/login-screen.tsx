import { useSignal } from '@preact/signals'
import { call } from '../../api/call'
import { t } from '../../i18n/t'
import styles from './login-screen.module.css'

/** Asks for e-mail and password. */
export function LoginScreen({ onLoggedIn }: { onLoggedIn: () => void }) {
  const refusal = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const fields = new FormData(event.currentTarget as HTMLFormElement)
    isBusy.value = true
    refusal.value = undefined
    try {
      await call('POST', '/session', {
        email: fields.get('email'),
        password: fields.get('password'),
      })
      onLoggedIn()
    } catch (error) {
      refusal.value = error instanceof Error ? error.message : String(error)
    } finally {
      isBusy.value = false
    }
  }

  return (
    <main class={styles['page']}>
      <form class={styles['form']} onSubmit={(event) => void submit(event)}>
        <h1>{t.login.title}</h1>
        <label>
          {t.login.email}
          <input
            class="field"
            name="email"
            type="email"
            autocomplete="username"
            required
            autofocus
          />
        </label>
        <label>
          {t.login.password}
          <input
            class="field"
            name="password"
            type="password"
            autocomplete="current-password"
            required
          />
        </label>
        {refusal.value !== undefined && (
          <p class="notice bad" role="alert">
            {refusal.value}
          </p>
        )}
        <button class="button primary" disabled={isBusy.value}>
          {t.login.submit}
        </button>
      </form>
    </main>
  )
}
