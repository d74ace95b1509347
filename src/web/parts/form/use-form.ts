import { useApp } from '../../context/app'
import { formState } from '../../ui/form/form-state'
import type { FormState } from '../../ui/form/form-state'
import type { Values } from '../../ui/form/values'
import { keptForms } from './kept-forms'

/**
 * State of a form, kept under its key across unmounting and reloads.
 *
 *   const form = useForm('account/name', { full_name: self.full_name })
 *   <Form form={form} onSubmit={(values) => call('PATCH', '/settings', values)}>
 *     <TextField name="full_name" label={t.profile.name} />
 *   </Form>
 *
 * @param initial current values; they may change at any time, and unchanged fields follow them
 * @param options `isSecret`: for forms with a password; values are not stored in sessionStorage
 */
export function useForm<V extends Values>(
  key: string,
  initial: V,
  { isSecret = false }: { isSecret?: boolean } = {},
): FormState<V> {
  const app = useApp()
  const store = isSecret ? undefined : keptForms(app.store.state.user_id)
  return formState(app, key, initial, store)
}
