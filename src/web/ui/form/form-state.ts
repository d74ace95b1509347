import { computed, effect, signal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import { reasonOf, RefusedError } from '../../data/api/errors'
import type { App } from '../../context/app'
import { isSame } from '../../lib/is-same'
import { keepChanges, keptChanges } from './kept-forms'
import type { Values } from './values'

/** An error of one field. If a form's `onSubmit` throws it, the form shows it at that field. */
export class FieldRefusal extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message)
  }
}

/**
 * Input of a form. It survives unmounting and reloads. Only changed values are kept, so that unchanged fields keep
 * showing the current values.
 */
export interface FormState<V extends Values = Values> {
  readonly values: ReadonlySignal<V>
  readonly isChanged: ReadonlySignal<boolean>
  readonly isBusy: ReadonlySignal<boolean>
  /** Saved, and unchanged since then. */
  readonly isSaved: ReadonlySignal<boolean>
  /** Errors by field; '' is the form as a whole. */
  readonly refusals: ReadonlySignal<Readonly<Record<string, string>>>
  set<K extends keyof V & string>(field: K, value: V[K]): void
  /** Sets the error of a field; '' is the form as a whole. */
  refuse(field: string, text: string): void
  /** Discards all changes. */
  reset(): void
  /**
   * Runs `save` and shows its error: a FieldRefusal at its field; an error of the server at the field of the argument
   * that it names, else at the field that `fieldOf` returns, else at the form.
   */
  submit(save: (values: V) => Promise<unknown>, options?: SubmitOptions): Promise<boolean>
}

export interface SubmitOptions {
  /** Maps a server error that names no argument to a field. */
  fieldOf?: ((error: RefusedError) => string | undefined) | undefined
  /** Keeps the changed values after saving; by default the fields show the current values again. */
  keepsValues?: boolean | undefined
}

/** Forms by key, per app instance. */
const formsOf = new WeakMap<App, Map<string, KeptForm>>()

/** A form in the registry; each render sets only its initial values. */
interface KeptForm {
  state: FormState
  setInitial(values: Values): void
  /** Calls the listener with the changed values, now and on each change. */
  onChange(listener: (changes: Values) => void): void
}

export interface FormOptions {
  isSecret?: boolean
}

/**
 * Returns the form of this key, creating it if needed.
 *
 * @param key unique in the app, such as `account/password`, with an id for forms of one record
 * @param isSecret values stay in memory and are not stored in sessionStorage
 */
export function formState<V extends Values>(
  app: App,
  key: string,
  initial: V,
  { isSecret = false }: FormOptions = {},
): FormState<V> {
  let forms = formsOf.get(app)
  if (!forms) {
    forms = new Map()
    formsOf.set(app, forms)
    const begun = forms
    app.keepPage(() => [...begun.values()].some(({ state }) => state.isChanged.peek()))
  }
  let form = forms.get(key)
  if (!form) {
    form = createForm(initial, isSecret ? {} : keptChanges(app, key))
    forms.set(key, form)
    if (!isSecret) form.onChange((changes) => keepChanges(app, key, changes))
  }
  form.setInitial(initial)
  return form.state as unknown as FormState<V>
}

/** @param begun changes stored before a reload; fields that the form no longer has are dropped */
function createForm(first: Values, begun: Values): KeptForm {
  const initial = signal(first)
  const changes = signal<Values>(
    Object.fromEntries(
      Object.entries(begun).filter(([name, value]) => name in first && !isSame(value, first[name])),
    ),
  )
  const isBusy = signal(false)
  const isSaved = signal(false)
  const refusals = signal<Readonly<Record<string, string>>>({})
  const values = computed(() => ({ ...initial.value, ...changes.value }))

  const without = <T>(all: Readonly<Record<string, T>>, field: string) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => name !== field))

  function refuseAs(error: unknown, fieldOf: SubmitOptions['fieldOf']): void {
    let field: unknown = ''
    if (error instanceof FieldRefusal) field = error.field
    else if (error instanceof RefusedError) field = error.body['var_name'] ?? fieldOf?.(error)
    const known = typeof field === 'string' && field in values.peek() ? field : ''
    refusals.value = { [known]: reasonOf(error) }
  }

  const state: FormState = {
    values,
    isChanged: computed(() => Object.keys(changes.value).length > 0),
    isBusy,
    isSaved,
    refusals,
    set(field, value) {
      isSaved.value = false
      refusals.value = without(without(refusals.peek(), field), '')
      const others = without(changes.peek(), field)
      changes.value = isSame(value, initial.peek()[field]) ? others : { ...others, [field]: value }
    },
    refuse(field, text) {
      refusals.value = { ...refusals.peek(), [field]: text }
    },
    reset() {
      changes.value = {}
      refusals.value = {}
      isSaved.value = false
    },
    async submit(save, { fieldOf, keepsValues = false } = {}) {
      if (isBusy.peek()) return false
      isBusy.value = true
      refusals.value = {}
      const submitted = changes.peek()
      try {
        await save(values.peek())
        // Values typed during the request are not saved yet.
        const isAsSubmitted = changes.peek() === submitted
        if (isAsSubmitted && !keepsValues) changes.value = {}
        isSaved.value = isAsSubmitted
        return true
      } catch (error) {
        refuseAs(error, fieldOf)
        return false
      } finally {
        isBusy.value = false
      }
    },
  }
  return {
    state,
    setInitial(now) {
      if (!isSame(now, initial.peek())) initial.value = now
    },
    onChange(listener) {
      effect(() => listener(changes.value))
    },
  }
}
