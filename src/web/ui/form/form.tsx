import { createContext } from 'preact'
import type { ComponentChildren } from 'preact'
import { useContext, useLayoutEffect, useRef } from 'preact/hooks'
import { focusWish } from '../../lib/keyboard/focus-wish'
import * as t from '../../texts/catalog'
import type { FormState, SubmitOptions } from './form-state'
import type { Values } from './values'
import styles from './form.module.css'

export { FieldRefusal } from './form-state'
export type { FormState } from './form-state'

const FormContext = createContext<FormState | undefined>(undefined)

/** State of the surrounding form. @throws Error outside of a <Form> */
export function useFormState(): FormState {
  const form = useContext(FormContext)
  if (!form) throw new Error('No form is around this field.')
  return form
}

interface FormProps<V extends Values> extends SubmitOptions {
  form: FormState<V>
  /** Saves the values. An error is shown at its field (see FieldRefusal), or below the form. */
  onSubmit: (values: V) => Promise<unknown>
  /** Fields: TextField, NumberField, SelectField, CheckField, or other components that call `useFormState`. */
  children: ComponentChildren
  /** Text of the submit button. */
  submit?: string
  /** Text after a successful save; '' for forms whose outcome is shown elsewhere. */
  saved?: string
  /** Buttons beside the submit button, such as Cancel. */
  more?: ComponentChildren
  /** Shows the submit button only if there are changes, for forms of existing settings. */
  isOfChanges?: boolean
  isDangerous?: boolean
  label?: string
  /** Called after a successful save. */
  onSaved?: (() => void) | undefined
}

/** A form with a submit button, error messages at the fields, and “Saved”. */
export function Form<V extends Values>(props: FormProps<V>) {
  const { form, onSubmit, children, submit = t.form.save, more, isOfChanges = false } = props
  const { saved = t.form.saved, label, isDangerous, onSaved, fieldOf, keepsValues } = props
  const element = useRef<HTMLFormElement>(null)
  const mayFocus = useRef<(() => boolean) | undefined>(undefined)
  const refusals = form.refusals.value
  const whole = refusals['']

  // After a refusal, focus the first invalid field.
  useLayoutEffect(() => {
    if (Object.keys(refusals).length > 0 && mayFocus.current?.() === true)
      element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusals])

  async function save(): Promise<void> {
    mayFocus.current = focusWish()
    if (await form.submit(onSubmit, { fieldOf, keepsValues })) onSaved?.()
  }

  return (
    <FormContext.Provider value={form}>
      <form
        ref={element}
        class={styles['form']}
        aria-label={label}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void save()
        }}
      >
        {children}
        {whole !== undefined && (
          <p class="notice bad" role="alert">
            {whole}
          </p>
        )}
        <div class={styles['buttons']}>
          <button
            class={`button ${isDangerous ? 'danger' : 'primary'}`}
            aria-busy={form.isBusy.value}
            disabled={form.isBusy.value || (isOfChanges && !form.isChanged.value)}
          >
            {submit}
          </button>
          {isOfChanges && form.isChanged.value && (
            <button type="button" class="button" onClick={() => form.reset()}>
              {t.form.undo}
            </button>
          )}
          {more}
          <span role="status" class={styles['saved']}>
            {form.isSaved.value && saved}
          </span>
        </div>
      </form>
    </FormContext.Provider>
  )
}
