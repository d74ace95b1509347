import type { ComponentChildren, TargetedInputEvent } from 'preact'
import { useId } from 'preact/hooks'
import { useFormState } from './form'
import { PasswordInput } from '../password-field/password-input'
import styles from './form.module.css'

interface CommonProps {
  /** Key of the value in the form. */
  name: string
  label: string
  /** Explanation below the field. */
  hint?: ComponentChildren
  disabled?: boolean | undefined
}

interface FieldFrameProps {
  label: string
  hint?: ComponentChildren
  refusal?: string | undefined
  /** Renders the control; `tie` links it to its label, hint and error. */
  children: (tie: FieldTie) => ComponentChildren
}

interface FieldTie {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

/** Label, hint and error around a control, for controls that have no field component here. */
export function FieldFrame({ label, hint, refusal, children }: FieldFrameProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', refusal === undefined ? '' : `${id}-refusal`]
  return (
    <div class={styles['field']}>
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        'aria-invalid': refusal === undefined ? undefined : true,
      })}
      <Notes id={id} hint={hint} refusal={refusal} />
    </div>
  )
}

function Notes(props: { id: string; hint?: ComponentChildren; refusal?: string | undefined }) {
  const { id, hint, refusal } = props
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} class={styles['hint']}>
          {hint}
        </p>
      )}
      {refusal !== undefined && (
        <p id={`${id}-refusal`} class={styles['refusal']} role="alert">
          {refusal}
        </p>
      )}
    </>
  )
}

interface TextFieldProps extends CommonProps {
  type?: 'text' | 'email' | 'password' | 'url' | 'date' | 'search'
  maxLength?: number | undefined
  autocomplete?: string
  placeholder?: string
  /** Renders a textarea with this many lines. */
  lines?: number
  autofocus?: boolean
}

/** A text field; a textarea if `lines` is set. */
export function TextField(props: TextFieldProps) {
  const { name, label, hint, type = 'text', lines, ...rest } = props
  const form = useFormState()
  const value = (form.values.value[name] as string | undefined) ?? ''
  // A literal type for the spread; every attribute set here is valid for all of these input types.
  const kind = { type } as { type: 'text' }
  const onInput = (event: TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    form.set(name, event.currentTarget.value)
  return (
    <FieldFrame label={label} hint={hint} refusal={form.refusals.value[name]}>
      {(tie) =>
        type === 'password' ? (
          <PasswordInput {...tie} {...rest} value={value} onInput={onInput} />
        ) : lines === undefined ? (
          <input class="field" {...kind} {...rest} {...tie} value={value} onInput={onInput} />
        ) : (
          <textarea class="field" rows={lines} {...rest} {...tie} value={value} onInput={onInput} />
        )
      }
    </FieldFrame>
  )
}

interface NumberFieldProps extends CommonProps {
  min?: number
  max?: number
  step?: number
}

/** A number field; invalid input is `undefined` in the form's values. */
export function NumberField({ name, label, hint, ...rest }: NumberFieldProps) {
  const form = useFormState()
  const value = form.values.value[name]
  return (
    <FieldFrame label={label} hint={hint} refusal={form.refusals.value[name]}>
      {(tie) => (
        <input
          class={`field ${styles['short']}`}
          type="number"
          {...rest}
          {...tie}
          value={typeof value === 'number' ? value : ''}
          onInput={({ currentTarget: { valueAsNumber } }) =>
            form.set(name, Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)
          }
        />
      )}
    </FieldFrame>
  )
}

/** A value and its label. */
export interface Choice<T = unknown> {
  value: T
  label: string
  disabled?: boolean
}

interface SelectFieldProps extends CommonProps {
  choices: readonly Choice[]
}

/** A select for a few values. */
export function SelectField({ name, label, hint, choices, disabled }: SelectFieldProps) {
  const form = useFormState()
  return (
    <FieldFrame label={label} hint={hint} refusal={form.refusals.value[name]}>
      {(tie) => (
        <Select
          tie={tie}
          choices={choices}
          value={form.values.value[name]}
          disabled={disabled}
          onChoose={(value) => form.set(name, value)}
        />
      )}
    </FieldFrame>
  )
}

interface SelectProps {
  tie: Partial<FieldTie> & { 'aria-label'?: string }
  choices: readonly Choice[]
  value: unknown
  disabled?: boolean | undefined
  onChoose: (value: unknown) => void
}

/** The control of SelectField without a form. Values can be of any type; they are compared as JSON. */
export function Select({ tie, choices, value, disabled, onChoose }: SelectProps) {
  const now = JSON.stringify(value)
  const index = choices.findIndex((one) => JSON.stringify(one.value) === now)
  return (
    <select
      class="field"
      {...tie}
      disabled={disabled}
      value={index < 0 ? '' : String(index)}
      onChange={(event) => onChoose(choices[Number(event.currentTarget.value)]?.value)}
    >
      {index < 0 && <option value="" />}
      {choices.map((one, place) => (
        <option key={one.label} value={String(place)} disabled={one.disabled}>
          {one.label}
        </option>
      ))}
    </select>
  )
}

/** A checkbox. */
export function CheckField({ name, label, hint, disabled }: CommonProps) {
  const form = useFormState()
  return (
    <Check
      label={label}
      hint={hint}
      disabled={disabled}
      refusal={form.refusals.value[name]}
      isChecked={form.values.value[name] === true}
      onChange={(value) => form.set(name, value)}
    />
  )
}

interface CheckProps {
  label: string
  hint?: ComponentChildren
  refusal?: string | undefined
  disabled?: boolean | undefined
  isChecked: boolean
  onChange: (value: boolean) => void
  /** Content beside the label, such as “Saved”. */
  children?: ComponentChildren
}

/** The control of CheckField without a form. */
export function Check(props: CheckProps) {
  const { label, hint, refusal, disabled, isChecked, onChange, children } = props
  const id = useId()
  const described = [hint ? `${id}-hint` : '', refusal === undefined ? '' : `${id}-refusal`]
  return (
    <div class={styles['check']}>
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        disabled={disabled}
        aria-describedby={described.filter(Boolean).join(' ') || undefined}
        aria-invalid={refusal === undefined ? undefined : true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {children}
      <Notes id={id} hint={hint} refusal={refusal} />
    </div>
  )
}
