import { useLayoutEffect, useRef } from 'preact/hooks'
import { RefusedError } from '../../../data/api/errors'
import * as t from '../../../texts/catalog'
import { TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'

interface CodeFormProps {
  label: string
  submit: string
  onCode: (code: string) => Promise<unknown>
  onCancel: () => void
}

/** Asks for a code of the authenticator app. */
export function CodeForm({ label, submit, onCode, onCancel }: CodeFormProps) {
  const form = useForm('account/code', { code: '' }, { isSecret: true })
  const field = useRef<HTMLDivElement>(null)
  // The button that the reader pressed is gone.
  useLayoutEffect(() => field.current?.querySelector('input')?.focus(), [])
  return (
    <Form
      form={form}
      label={label}
      submit={submit}
      saved=""
      more={
        <button
          type="button"
          class="button"
          onClick={() => {
            form.reset()
            onCancel()
          }}
        >
          {t.dialog.cancel}
        </button>
      }
      onSubmit={async ({ code }) => {
        try {
          await onCode(code)
        } catch (error) {
          const known = error instanceof RefusedError ? error.code : ''
          if (known === 'WRONG_CODE') throw new FieldRefusal('code', t.secondFactor.wrong)
          if (known === 'LOGIN_ENDED') throw new FieldRefusal('code', t.secondFactor.ended)
          throw error
        }
      }}
    >
      <div ref={field}>
        <TextField name="code" label={label} autocomplete="one-time-code" />
      </div>
    </Form>
  )
}
