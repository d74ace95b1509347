import { useSignal } from '@preact/signals'
import { call } from '../../data/api/call'
import { RefusedError } from '../../data/api/errors'
import { reasonOf } from '../../lib/reason-of'
import * as t from '../../texts/catalog'
import { textOf } from '../../ui/form/text-of'
import { CodeLogin } from './code-login'
import { ProviderLinks } from '../logged-out/provider-links'
import { Door } from '../logged-out/logged-out'
import { useOrganization } from '../logged-out/use-organization'
import { PasswordInput } from '../../ui/password-field/password-input'
import { useKeptFocus } from '../../parts/overlays/use-kept-focus'
import { PasskeyLogin } from './passkey-login'
import { nextStepOf, SecondStep } from './second-step'
import type { NextStep } from './second-step'
import styles from '../logged-out/logged-out.module.css'

interface LoginScreenProps {
  onLoggedIn: () => void
  /** True if a session ended; the form then shows the reason. */
  hasEnded: boolean
}

/** Login form for a password of the account or of a directory, and the other ways to log in. */
export function LoginScreen({ onLoggedIn, hasEnded }: LoginScreenProps) {
  const organization = useOrganization().value
  const next = new URLSearchParams(location.search).get('next')
  const step = useSignal<NextStep | undefined>(undefined)
  /** Reason why the login has to begin again. */
  const ended = useSignal<string | undefined>(undefined)
  const onStep = (asked: NextStep) => void (step.value = asked)
  const hasPasswords = organization?.email_auth_enabled !== false
  const hasForm = hasPasswords || organization.authentication_methods['ldap'] === true
  const takesNames = organization?.require_email_format_usernames === false
  const isByCode = useSignal(false)
  const typed = useSignal('')
  useKeptFocus()
  if (step.value) {
    return (
      <Door organization={organization}>
        <h1>{organization?.realm_name ?? t.login.title}</h1>
        <SecondStep
          step={step.value}
          onLoggedIn={onLoggedIn}
          onEnded={(reason) => {
            step.value = undefined
            ended.value = reason
          }}
        />
      </Door>
    )
  }
  return (
    <Door organization={organization}>
      <h1>{organization?.realm_name ?? t.login.title}</h1>
      {hasEnded && (
        <p class="notice" role="status">
          {t.login.hasEnded}
        </p>
      )}
      {ended.value !== undefined && (
        <p class="notice bad" role="alert">
          {ended.value}
        </p>
      )}
      {hasPasswords && isByCode.value && (
        <CodeLogin email={typed.value} onLoggedIn={onLoggedIn} onStep={onStep} />
      )}
      {hasForm && !isByCode.value && (
        <LoginForm
          takesNames={takesNames}
          onLoggedIn={onLoggedIn}
          onStep={onStep}
          onTyped={(email) => (typed.value = email)}
        />
      )}
      {organization !== null && <PasskeyLogin onLoggedIn={onLoggedIn} onStep={onStep} />}
      <ProviderLinks
        organization={organization}
        purpose="login"
        query={{ next: next ?? `/${location.hash}` }}
      />
      <p class={styles['ways']}>
        {hasPasswords && organization?.mail_enabled === true && (
          <button type="button" onClick={() => (isByCode.value = !isByCode.value)}>
            {isByCode.value ? t.login.byPassword : t.login.sendCode}
          </button>
        )}
        {hasPasswords && <a href="/accounts/password/reset/">{t.login.forgotten}</a>}
        {organization?.realm_invite_required === false && <a href="/register/">{t.login.signUp}</a>}
      </p>
    </Door>
  )
}

interface LoginFormProps {
  onLoggedIn: () => void
  /** Whether people also log in by names of a directory, which are no addresses. */
  takesNames: boolean
  /** Called if the password is one factor only. */
  onStep: (step: NextStep) => void
  onTyped: (email: string) => void
}

function LoginForm({ onLoggedIn, takesNames, onStep, onTyped }: LoginFormProps) {
  const refusal = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  // Set by the mail that answers a sign-up with a registered address. Source:
  // docs/protocol/authentication.md#account-pages.
  const known = new URLSearchParams(location.search).get('already_registered')

  async function submit(form: HTMLFormElement): Promise<void> {
    const fields = new FormData(form)
    isBusy.value = true
    refusal.value = undefined
    try {
      await call('POST /json/session', {
        email: textOf(fields, 'email'),
        password: textOf(fields, 'password'),
      })
      onLoggedIn()
    } catch (error) {
      const step = nextStepOf(error)
      if (step) return onStep(step)
      if (error instanceof RefusedError && error.code === 'SIGN_UP_NEEDED') {
        location.assign(String(error.body['path']))
        return
      }
      const isWrong = error instanceof RefusedError && error.code === 'AUTHENTICATION_FAILED'
      refusal.value = isWrong ? t.login.wrong : reasonOf(error)
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
      {known !== null && <p class="notice">{t.login.alreadyRegistered}</p>}
      <label>
        {takesNames ? t.login.name : t.login.email}
        <input
          class="field"
          name="email"
          {...(takesNames ? { type: 'text' } : { type: 'email' })}
          autocomplete="username webauthn"
          defaultValue={known ?? ''}
          onInput={(event) => onTyped(event.currentTarget.value)}
          required
          autofocus
        />
      </label>
      <div class={styles['labelled']}>
        <label for="password">{t.login.password}</label>
        <PasswordInput id="password" name="password" autocomplete="current-password" required />
      </div>
      {refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
      <button class="button primary" aria-busy={isBusy.value} disabled={isBusy.value}>
        {t.login.submit}
      </button>
    </form>
  )
}
