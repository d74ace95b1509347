import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import * as t from '../../texts/catalog'
import { PasswordInput } from './password-input'
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
  /** The server's error for this field. */
  refusal?: string | undefined
  /** The value, for controlled fields; otherwise the field keeps it. */
  value?: string
  onInput?: (value: string) => void
  /** Requirements of the server, once known. */
  rule: PasswordRule | undefined
  /** Returns words about the owner of the password, for the estimate. */
  owner: () => readonly string[]
}

/**
 * Field for a new password, with a reveal button and a strength meter. It works without an app around it, because it
 * is also used before login.
 */
export function PasswordField(props: PasswordFieldProps) {
  const { name, label, hint, isFocused, isRequired, rule, owner } = props
  const id = useId()
  const typed = useSignal(props.value ?? '')
  const password = props.value ?? typed.value
  const guesses = useGuesses(rule === undefined ? '' : password, owner)
  const strength =
    rule === undefined || password === '' ? undefined : strengthOf(password, guesses, rule)
  const refusal = useRefusalOf(password, props.refusal)
  const described = [hint && `${id}-hint`, refusal ? `${id}-refusal` : rule && `${id}-strength`]
  return (
    <div class={styles['field']}>
      <label for={id}>{label}</label>
      <PasswordInput
        id={id}
        name={name}
        autocomplete="new-password"
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
      {rule !== undefined && (
        <Meter
          id={`${id}-strength`}
          rule={rule}
          strength={strength}
          isSilent={refusal !== undefined}
        />
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} class={styles['note']}>
          {hint}
        </p>
      )}
      {refusal !== undefined && (
        <p id={`${id}-refusal`} class={styles['refusal']} role="alert">
          {rule !== undefined && isWeak(strength) ? textOf(strength, rule.minLength) : refusal}
        </p>
      )}
    </div>
  )
}

/** The server's error as long as the password is the refused one. */
function useRefusalOf(password: string, refusal: string | undefined): string | undefined {
  const refused = useRef({ password, refusal })
  if (refused.current.refusal !== refusal) refused.current = { password, refusal }
  return refused.current.password === password ? refusal : undefined
}

/** Whether the server refuses the password, for the reason that the meter says in the reader's language. */
function isWeak(strength: Strength | undefined): strength is 'short' | 'easy' {
  return strength === 'short' || strength === 'easy'
}

/** Number of filled segments. */
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
  /** Leaves out the sentence, since an error takes its place. */
  isSilent: boolean
}

function Meter({ id, rule: { minLength }, strength, isSilent }: MeterProps) {
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
      {/* Announced on each change of the text, which is less often than each keystroke. */}
      <p id={id} class={styles['note']} role="status" hidden={isSilent}>
        {text}
      </p>
    </>
  )
}
