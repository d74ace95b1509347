import { BadRequestError } from '../errors'

export class FieldNotFoundError extends BadRequestError {
  static readonly doc = {
    code: 'BAD_REQUEST',
    description: 'There is no such profile field in the organization.',
    example: 'Field id 99 not found.',
  }

  constructor(id: number) {
    super(`Field id ${id} not found.`)
  }
}

export class FieldNotEditableError extends BadRequestError {
  static readonly doc = {
    code: 'BAD_REQUEST',
    description: 'Administrators alone change values of this field.',
    example: 'You are not allowed to change this field. Contact an administrator to update it.',
  }

  constructor() {
    super(FieldNotEditableError.doc.example)
  }
}
