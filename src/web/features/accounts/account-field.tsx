import { useEffect, useId, useRef } from 'preact/hooks'
import { keepTyped, typedBefore } from './account-visit'
import styles from './accounts.module.css'

interface AccountFieldProps {
  name: string
  label: string
  type?: 'text' | 'email'
  hint?: string | undefined
  /** The `autocomplete` attribute. */
  autocomplete: 'username' | 'name'
  isFocused?: boolean
  maxLength?: number
  /** The text at first. */
  suggested?: string | undefined
  /** A fixed text, which the user cannot change. */
  fixed?: string | undefined
  /** The server's error for this field. */
  refusal?: string | undefined
}

/** A labeled field with its error message. Typed text survives a reload. */
export function AccountField(props: AccountFieldProps) {
  const { name, label, type = 'text', hint, autocomplete, isFocused, maxLength, fixed } = props
  const { suggested, refusal } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // Browsers follow `autofocus` only while the page loads, and not when one form takes the place of another.
  useEffect(() => {
    if (isFocused) input.current?.focus()
  }, [])
  const described = [hint && `${id}-hint`, refusal && `${id}-refusal`].filter(Boolean).join(' ')
  const common = {
    id,
    ref: input,
    class: 'field',
    name,
    dir: 'auto',
    autocomplete,
    maxLength,
    required: true,
    readOnly: fixed !== undefined,
    defaultValue: fixed ?? (typedBefore(name) || suggested),
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      keepTyped(name, currentTarget.value),
    'aria-invalid': refusal === undefined ? undefined : true,
    'aria-describedby': described === '' ? undefined : described,
  } as const
  return (
    <div class={styles['field']}>
      <label for={id}>{label}</label>
      {type === 'email' ? <input type="email" {...common} /> : <input {...common} />}
      {hint !== undefined && (
        <p id={`${id}-hint`} class={styles['hint']}>
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
