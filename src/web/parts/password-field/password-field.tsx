import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import * as t from '../../i18n/en'
import { Icon } from '../icon/icon'
import { strengthOf } from './strength'
import type { PasswordRule, Strength } from './strength'
import { useGuesses } from './use-guesses'
import styles from './password-field.module.css'

interface PasswordFieldProps {
  name: string
  label: string
  hint?: string
  isFocused?: boolean
  isRequired?: boolean
  /** What the server has against it. */
  refusal?: string | undefined
  /** The text, where a form keeps it; else the field does. */
  value?: string
  onInput?: (value: string) => void
  /** What the server asks of it, as far as that is known. */
  rule: PasswordRule | undefined
  /** What is known of whoever chooses it, when it is judged. */
  owner: () => readonly string[]
}

/**
 * Asks for a password that somebody chooses, shows it if they want, and says while they type how hard it is to guess and
 * whether that will do. It needs no app around it: those who are not in yet choose passwords as well.
 */
export function PasswordField(props: PasswordFieldProps) {
  const { name, label, hint, isFocused, isRequired, refusal, rule, owner } = props
  const id = useId()
  const typed = useSignal(props.value ?? '')
  const isShown = useSignal(false)
  const password = props.value ?? typed.value
  const guesses = useGuesses(rule === undefined ? '' : password, owner)
  // Of what else a field can have, both kinds have the same.
  const kind = { type: isShown.value ? 'text' : 'password' } as { type: 'password' }
  const described = [hint && `${id}-hint`, rule && `${id}-strength`, refusal && `${id}-refusal`]
  return (
    <div class={styles['field']}>
      <label for={id}>{label}</label>
      <div class={styles['line']}>
        <input
          id={id}
          class="field"
          name={name}
          {...kind}
          autocomplete="new-password"
          autocapitalize="off"
          spellcheck={false}
          required={isRequired}
          autofocus={isFocused}
          {...(props.value === undefined ? {} : { value: props.value })}
          aria-invalid={refusal === undefined ? undefined : true}
          aria-describedby={described.filter(Boolean).join(' ') || undefined}
          onInput={({ currentTarget: { value } }) => {
            typed.value = value
            props.onInput?.(value)
          }}
        />
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
      {rule !== undefined && (
        <Meter
          id={`${id}-strength`}
          rule={rule}
          strength={password === '' ? undefined : strengthOf(password, guesses, rule)}
        />
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} class={styles['note']}>
          {hint}
        </p>
      )}
      {refusal !== undefined && (
        <p id={`${id}-refusal`} class={styles['refusal']} role="alert">
          {refusal}
        </p>
      )}
    </div>
  )
}

/** How many of its parts are filled. */
const levels: Readonly<Record<Strength, number>> = {
  ...{ short: 1, easy: 1, enough: 2, fair: 3, hard: 4, hardest: 5 },
}
const parts = [1, 2, 3, 4, 5]

function textOf(strength: Strength, minLength: number): string {
  return strength === 'short' ? t.passwordField.is.short(minLength) : t.passwordField.is[strength]
}

interface MeterProps {
  id: string
  rule: PasswordRule
  strength: Strength | undefined
}

function Meter({ id, rule: { minLength }, strength }: MeterProps) {
  const level = strength === undefined ? 0 : levels[strength]
  const text =
    strength === undefined ? t.passwordField.atLeast(minLength) : textOf(strength, minLength)
  return (
    <>
      <div
        class={styles['meter']}
        role="meter"
        aria-label={t.passwordField.strength}
        aria-valuemin={0}
        aria-valuemax={parts.length}
        aria-valuenow={level}
        aria-valuetext={text}
        data-level={level}
      >
        {parts.map((part) => (
          <span key={part} data-full={part <= level} />
        ))}
      </div>
      {/* Said when it changes, which is not at every key. */}
      <p id={id} class={styles['note']} role="status">
        {text}
      </p>
    </>
  )
}
