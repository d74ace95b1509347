import type { Endpoints } from '../../../../shared/endpoints'
import type { AccountData } from '../../../parts/person-card/profile-value'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { CheckField, SelectField, TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import { accountOf, fieldTypes, fitsMatching, linesOf, listOf, ownAccount } from './field-data'
import type { ProfileField } from '../../../data/records/state'

type FieldValues = { type: number; options: string } & AccountData &
  Required<Omit<Endpoints['POST /realm/profile_fields']['params'], 'field_type' | 'field_data'>>

/** Values of the form as call arguments; known external accounts have names of their own. */
function argumentsOf(values: FieldValues, fieldData: string) {
  const { type, name, options, subtype, url_pattern, use_for_user_matching, ...plain } = values
  const isAccount = type === fieldTypes.account
  const isKnown = isAccount && subtype !== ownAccount
  return {
    ...plain,
    use_for_user_matching: use_for_user_matching && fitsMatching(type),
    ...(isKnown ? {} : { name }),
    ...(type === fieldTypes.list ? { field_data: listOf(options, fieldData) } : {}),
    ...(isAccount ? { field_data: isKnown ? { subtype } : { subtype, url_pattern } } : {}),
  }
}

interface FieldFormProps {
  /** The field to edit; undefined adds one. */
  field: ProfileField | undefined
  onSaved: () => void
}

/** Edits a profile field; its type is fixed after creation. */
export function FieldForm({ field, onSaved }: FieldFormProps) {
  const { store } = useApp()
  const accounts = Object.entries(store.read('realm_default_external_accounts'))
  const account = accountOf(field?.type === fieldTypes.account ? field.field_data : '')
  const initial: FieldValues = {
    type: field?.type ?? 1,
    name: field?.name ?? '',
    hint: field?.hint ?? '',
    options: field?.type === fieldTypes.list ? linesOf(field.field_data) : '',
    subtype: account.subtype || (accounts[0]?.[0] ?? ownAccount),
    url_pattern: account.url_pattern,
    display_in_profile_summary: field?.display_in_profile_summary ?? false,
    required: field?.required ?? false,
    editable_by_user: field?.editable_by_user ?? true,
    use_for_user_matching: field?.use_for_user_matching ?? false,
  }
  const form = useForm(`profile-fields/${field ? String(field.id) : 'add'}`, initial)
  const { type, subtype } = form.values.value
  const isKnownAccount = type === fieldTypes.account && subtype !== ownAccount

  async function save(values: FieldValues): Promise<void> {
    if (!isKnownAccount && values.name.trim() === '') {
      throw new FieldRefusal('name', t.form.required)
    }
    const args = argumentsOf(values, field?.field_data ?? '')
    if (!field) {
      await call('POST /realm/profile_fields', { field_type: values.type, ...args })
      return
    }
    // Send only changes, so that values that others changed meanwhile are not overwritten.
    const before = argumentsOf(initial, field.field_data) as Readonly<Record<string, unknown>>
    const changes = Object.entries(args).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
    )
    await call('PATCH /realm/profile_fields/{field_id}', {
      field_id: field.id,
      ...Object.fromEntries(changes),
    })
  }

  return (
    <Form
      form={form}
      label={field ? t.fieldsAdmin.editOf(field.name) : t.fieldsAdmin.add}
      submit={field ? t.form.save : t.fieldsAdmin.add}
      isOfChanges={field !== undefined}
      onSubmit={save}
      onSaved={onSaved}
      fieldOf={({ message }) => {
        if (/choice|option|Field must/i.test(message)) return 'options'
        if (/URL|pattern/i.test(message)) return 'url_pattern'
        if (/summary/i.test(message)) return ''
        return 'name'
      }}
    >
      <SelectField
        name="type"
        label={t.fieldsAdmin.type}
        disabled={field !== undefined}
        choices={Object.entries(t.fieldsAdmin.types).map(([value, label]) => ({
          value: Number(value),
          label,
        }))}
      />
      {type === fieldTypes.account && (
        <SelectField
          name="subtype"
          label={t.fieldsAdmin.account}
          choices={[
            ...accounts.map(([value, { text }]) => ({ value, label: text })),
            { value: ownAccount, label: t.fieldsAdmin.ownAccount },
          ]}
        />
      )}
      {!isKnownAccount && <TextField name="name" label={t.fieldsAdmin.name} maxLength={40} />}
      {type === fieldTypes.account && !isKnownAccount && (
        <TextField
          name="url_pattern"
          label={t.fieldsAdmin.pattern}
          hint={t.fieldsAdmin.patternHint}
        />
      )}
      <TextField
        name="hint"
        label={t.fieldsAdmin.hint}
        hint={t.fieldsAdmin.hintHint}
        maxLength={80}
      />
      {type === fieldTypes.list && (
        <TextField
          name="options"
          label={t.fieldsAdmin.options}
          hint={t.fieldsAdmin.optionsHint}
          lines={5}
        />
      )}
      <CheckField name="display_in_profile_summary" label={t.fieldsAdmin.inSummary} />
      {fitsMatching(type) && (
        <CheckField
          name="use_for_user_matching"
          label={t.fieldsAdmin.forMatching}
          hint={t.fieldsAdmin.forMatchingHint}
        />
      )}
      <CheckField name="required" label={t.fieldsAdmin.required} />
      <CheckField name="editable_by_user" label={t.fieldsAdmin.editable} />
    </Form>
  )
}
