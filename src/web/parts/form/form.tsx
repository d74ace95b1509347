import { createContext } from 'preact'
import type { ComponentChildren } from 'preact'
import { useContext, useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app'
import * as t from '../../i18n/en'
import { formState } from './form-state'
import type { FormOptions, FormState, SubmitOptions } from './form-state'
import type { Values } from './values'
import styles from './form.module.css'

export { FieldRefusal } from './form-state'
export type { FormState } from './form-state'

const FormContext = createContext<FormState | undefined>(undefined)

/** The form that a field is in. */
export function useFormState(): FormState {
  const form = useContext(FormContext)
  if (!form) throw new Error('No form is around this field.')
  return form
}

/**
 * A form that keeps what was begun under its key, also when its component goes and comes back, or the page is loaded anew.
 *
 *   const form = useForm('account/name', { full_name: self.full_name })
 *   <Form form={form} onSubmit={(values) => call('PATCH', '/settings', values)}>
 *     <TextField name="full_name" label={t.profile.name} />
 *   </Form>
 *
 * @param initial what is so now: it may change at any time, and fields that nobody has changed follow it
 * @param options `isSecret`: there is a password in it, which the browser does not keep
 */
export function useForm<V extends Values>(
  key: string,
  initial: V,
  options?: FormOptions,
): FormState<V> {
  return formState(useApp(), key, initial, options)
}

interface FormProps<V extends Values> extends SubmitOptions {
  form: FormState<V>
  /** Saves it. What it throws is shown at its field (see FieldRefusal), or below the form. */
  onSubmit: (values: V) => Promise<unknown>
  /** Fields: TextField, NumberField, SelectField, CheckField, or others that use `useFormState`. */
  children: ComponentChildren
  /** What its button says. */
  submit?: string
  /** Buttons beside it, such as one that closes. */
  more?: ComponentChildren
  /** Its button is shown, and enabled, only once something is changed: a form of settings that are so already. */
  isOfChanges?: boolean
  isDangerous?: boolean
  label?: string
  /** It was saved. */
  onSaved?: (() => void) | undefined
}

/** Fields with a button that saves them, the refusal in words at its field, and “Saved”. */
export function Form<V extends Values>(props: FormProps<V>) {
  const { form, onSubmit, children, submit = t.form.save, more, isOfChanges = false } = props
  const { label, isDangerous, onSaved, fieldOf, keepsValues } = props
  const element = useRef<HTMLFormElement>(null)
  const refusals = form.refusals.value
  const whole = refusals['']

  // Whoever was refused goes on in the field that has to be changed.
  useLayoutEffect(() => {
    if (Object.keys(refusals).length > 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusals])

  async function save(): Promise<void> {
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
            {form.isSaved.value && t.form.saved}
          </span>
        </div>
      </form>
    </FormContext.Provider>
  )
}
