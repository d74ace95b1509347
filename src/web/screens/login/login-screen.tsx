import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../../api/call'
import { reasonOf, RefusedError } from '../../api/errors'
import * as t from '../../i18n/en'
import { ownPicture } from '../../parts/avatar/picture'
import styles from './login-screen.module.css'

interface Organisation {
  realm_name: string
  realm_icon: string
}

/** Asks for e-mail and password. */
export function LoginScreen({ onLoggedIn }: { onLoggedIn: () => void }) {
  const organisation = useSignal<Organisation | undefined>(undefined)
  const isMissing = useSignal(false)

  useEffect(() => {
    // Source: docs/protocol/authentication.md#server-settings.
    call<Organisation>('GET', '/server_settings').then(
      (found) => (organisation.value = found),
      // Whatever else is wrong, logging in will say so.
      (error: unknown) => (isMissing.value = error instanceof RefusedError && error.status === 400),
    )
  }, [])

  const { realm_name: name, realm_icon: icon } = organisation.value ?? {}
  return (
    <main class={styles['page']}>
      <div class={styles['card']}>
        <img
          class={styles['icon']}
          src={ownPicture(icon) ?? '/icons/favicon.svg'}
          alt=""
          width="56"
          height="56"
        />
        {isMissing.value ? (
          <NoOrganisation />
        ) : (
          <>
            <h1>{name ?? t.login.title}</h1>
            <LoginForm onLoggedIn={onLoggedIn} />
          </>
        )}
      </div>
    </main>
  )
}

function NoOrganisation() {
  return (
    <>
      <h1>{t.login.noOrganisation}</h1>
      <p>{t.login.checkAddress}</p>
    </>
  )
}

function LoginForm({ onLoggedIn }: { onLoggedIn: () => void }) {
  const refusal = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)

  async function submit(form: HTMLFormElement): Promise<void> {
    const fields = new FormData(form)
    isBusy.value = true
    refusal.value = undefined
    try {
      await call('POST', '/session', {
        email: fields.get('email'),
        password: fields.get('password'),
      })
      onLoggedIn()
    } catch (error) {
      refusal.value = reasonOf(error)
      isBusy.value = false
      form.querySelector<HTMLInputElement>('[name="password"]')?.select()
    }
  }

  return (
    <form
      class={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      <label>
        {t.login.email}
        <input class="field" name="email" type="email" autocomplete="username" required autofocus />
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
  )
}
