import { useSignal } from '@preact/signals'
import { focusWish } from '../../lib/keyboard/focus-wish'
import { RefusedError } from '../../data/api/errors'
import { reasonOf } from '../../lib/reason-of'

interface Refusal {
  text: string
  /** The field of the error; undefined for the form as a whole. */
  field: string | undefined
}

export interface AccountForm {
  isBusy: boolean
  /** The server's error for a field. */
  refusalOf(field: string): string | undefined
  /** The server's error for the form as a whole. */
  refusal: string | undefined
  onSubmit(event: SubmitEvent & { currentTarget: HTMLFormElement }): void
}

/**
 * A form that shows errors at their fields and keeps the typed text.
 *
 * @param send submits the form; throws the server's error
 * @param fields names of the fields that errors can belong to
 */
export function useAccountForm(
  fields: readonly string[],
  send: (values: FormData) => Promise<void>,
): AccountForm {
  const isBusy = useSignal(false)
  const refusal = useSignal<Refusal | undefined>(undefined)

  async function submit(form: HTMLFormElement): Promise<void> {
    isBusy.value = true
    refusal.value = undefined
    const mayFocus = focusWish()
    try {
      await send(new FormData(form))
    } catch (error) {
      const field = fieldOf(error, fields)
      refusal.value = { text: reasonOf(error), field }
      if (field !== undefined && mayFocus())
        form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
    } finally {
      isBusy.value = false
    }
  }

  const { text, field } = refusal.value ?? { text: undefined, field: undefined }
  return {
    isBusy: isBusy.value,
    refusalOf: (name) => (name === field ? text : undefined),
    refusal: field === undefined ? text : undefined,
    onSubmit(event) {
      event.preventDefault()
      if (!isBusy.value) void submit(event.currentTarget)
    },
  }
}

/** Patterns that map an error message without argument name to a field. */
const words: Readonly<Record<string, RegExp>> = {
  email: /mail|address|domain/i,
  password: /password/i,
  full_name: /name/i,
}

/** Source: docs/protocol/authentication.md#account-page-refusals. */
function fieldOf(error: unknown, fields: readonly string[]): string | undefined {
  if (!(error instanceof RefusedError) || error.status !== 400) return undefined
  const named = error.body['var_name']
  if (typeof named === 'string') return fields.find((field) => field === named)
  if (fields.length === 1) return fields[0]
  return fields.find((field) => words[field]?.test(error.message))
}
