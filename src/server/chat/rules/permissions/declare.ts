export { valueOf, valuesOf } from '../../../../shared/rules/group-values'
export type {
  SystemGroupKey,
  Permission,
  Permissions,
  PermissionValues,
} from '../../../../shared/rules/group-values'
