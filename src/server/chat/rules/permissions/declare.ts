export { valueOf, valuesOf } from '../../../../shared/rules/system-groups'
export type {
  SystemGroupKey,
  Permission,
  PermissionValues,
} from '../../../../shared/rules/system-groups'
