import { computed, effect, signal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import { reasonOf } from '../../lib/reason-of'
import { isSame } from '../../lib/is-same'
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

/** An error whose `body` may name the argument at fault, as refusals of the server do. */
interface ArgumentError extends Error {
  readonly body: Readonly<Record<string, unknown>>
}

const isOfArgument = (error: unknown): error is ArgumentError =>
  error instanceof Error && 'body' in error

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
  fieldOf?: ((error: ArgumentError) => string | undefined) | undefined
  /** Keeps the changed values after saving; by default the fields show the current values again. */
  keepsValues?: boolean | undefined
}

/** The page around the forms. */
export interface FormHost {
  /** Registers a check that blocks reloads of the page while it returns true. */
  keepPage(isNeeded: () => boolean): void
}

/** Changed values of forms, kept across reloads of the page. */
export interface FormStore {
  read(key: string): Values
  write(key: string, changes: Values): void
}

/** Forms by key, per page. */
const formsOf = new WeakMap<FormHost, Map<string, KeptForm>>()

/** A form in the registry; each render sets only its initial values. */
interface KeptForm {
  state: FormState
  setInitial(values: Values): void
  /** Calls the listener with the changed values, now and on each change. */
  onChange(listener: (changes: Values) => void): void
}

/**
 * Returns the form of this key, creating it if needed.
 *
 * @param key unique in the app, such as `account/password`, with an id for forms of one record
 * @param store keeps the changes across reloads; without one they stay in memory
 */
export function formState<V extends Values>(
  host: FormHost,
  key: string,
  initial: V,
  store?: FormStore,
): FormState<V> {
  let forms = formsOf.get(host)
  if (!forms) {
    forms = new Map()
    formsOf.set(host, forms)
    const begun = forms
    host.keepPage(() => [...begun.values()].some(({ state }) => state.isChanged.peek()))
  }
  let form = forms.get(key)
  if (!form) {
    form = createForm(initial, store?.read(key) ?? {})
    forms.set(key, form)
    if (store) form.onChange((changes) => store.write(key, changes))
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
    else if (isOfArgument(error)) field = error.body['var_name'] ?? fieldOf?.(error)
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
