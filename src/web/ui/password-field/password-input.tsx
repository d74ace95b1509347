import { useSignal } from '@preact/signals'
import type { TargetedInputEvent } from 'preact'
import * as t from '../../texts/catalog'
import { Icon } from '../icon/icon'
import styles from './password-field.module.css'

interface PasswordInputProps {
  id: string
  name?: string
  /** The value, for controlled inputs. */
  value?: string
  autocomplete?: string
  required?: boolean | undefined
  autofocus?: boolean | undefined
  'aria-invalid'?: boolean | undefined
  'aria-describedby'?: string | undefined
  onInput?: (event: TargetedInputEvent<HTMLInputElement>) => void
}

/** An input for a password, with a button that shows it; the label is elsewhere. */
export function PasswordInput(props: PasswordInputProps) {
  const isShown = useSignal(false)
  // A literal type for the spread; every attribute set here is valid for both types.
  const kind = { type: isShown.value ? 'text' : 'password' } as { type: 'password' }
  return (
    <div class={styles['line']}>
      <input class="field" autocapitalize="off" spellcheck={false} {...props} {...kind} />
      <button
        type="button"
        class="icon-button"
        aria-label={t.passwordField.show}
        aria-pressed={isShown.value}
        title={t.passwordField.show}
        onClick={() => (isShown.value = !isShown.value)}
      >
        <Icon name={isShown.value ? 'eye-off' : 'eye'} />
      </button>
    </div>
  )
}
