import { useSignal } from '@preact/signals'
import { reasonOf, RefusedError } from '../../api/errors'

interface Refusal {
  text: string
  /** The field that it is about; undefined: the form as a whole. */
  field: string | undefined
}

export interface AccountForm {
  isBusy: boolean
  /** What the server has against the text of a field. */
  refusalOf(field: string): string | undefined
  /** What it has against the rest. */
  refusal: string | undefined
  onSubmit(event: SubmitEvent & { currentTarget: HTMLFormElement }): void
}

/**
 * A form whose refusals stand at their fields; what was typed stays as it is.
 *
 * @param send does it; throws what the server has against it
 * @param fields those that refusals can be about
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
    try {
      await send(new FormData(form))
    } catch (error) {
      const field = fieldOf(error, fields)
      refusal.value = { text: reasonOf(error), field }
      if (field !== undefined) form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
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

/** What refusals say that name no argument, by the field that they are about. */
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
