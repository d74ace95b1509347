import { computed, effect, signal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import { reasonOf, RefusedError } from '../../api/errors'
import type { App } from '../../app'
import { isSame } from '../setting/is-same'
import { keepChanges, keptChanges } from './kept-forms'
import type { Values } from './values'

/** A refusal that belongs to one field of a form; what a form's `onSubmit` throws is shown there. */
export class FieldRefusal extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message)
  }
}

/**
 * What somebody has begun to fill in. It outlives the component, and the page: who leaves and comes back finds it as it was. Only what was
 * changed is kept, so that all other fields go on showing what is so now.
 */
export interface FormState<V extends Values = Values> {
  readonly values: ReadonlySignal<V>
  readonly isChanged: ReadonlySignal<boolean>
  readonly isBusy: ReadonlySignal<boolean>
  /** It was saved, and not changed since. */
  readonly isSaved: ReadonlySignal<boolean>
  /** Texts by field; that of the form as a whole under ''. */
  readonly refusals: ReadonlySignal<Readonly<Record<string, string>>>
  set<K extends keyof V & string>(field: K, value: V[K]): void
  /** Says what is wrong with a field; with '' of the form. */
  refuse(field: string, text: string): void
  /** As before anything was changed. */
  reset(): void
  /**
   * Runs what saves it, and takes the refusal to its field: a FieldRefusal to its own, the server's by the argument that it names,
   * else by `fieldOf`, else to the form.
   */
  submit(save: (values: V) => Promise<unknown>, options?: SubmitOptions): Promise<boolean>
}

export interface SubmitOptions {
  /** The field that a refusal of the server is about, for those that name no argument. */
  fieldOf?: ((error: RefusedError) => string | undefined) | undefined
  /** What was changed stays in the fields after it was saved; unless said it goes, and they show what is so then. */
  keepsValues?: boolean | undefined
}

/** Forms by their keys; each run of the app has its own. */
const formsOf = new WeakMap<App, Map<string, KeptForm>>()

/** Only the initial values are set anew with each drawing. */
interface KeptForm {
  state: FormState
  setInitial(values: Values): void
  /** Has a listener told what is changed in it, now and whenever that changes. */
  onChange(listener: (changes: Values) => void): void
}

export interface FormOptions {
  isSecret?: boolean
}

/**
 * @param key of the form in the app, such as `account/password`, with an id where there is one for each of many records
 * @param isSecret what is typed lives as long as the page: the browser does not keep it
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

/** @param begun what was changed in it before the page was loaded; of fields that it has no more, nothing is left */
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
        // What was typed meanwhile is not saved yet.
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
