/** Contracts as JSON Schema 2020-12, the named ones written once under `components.schemas`. */
import * as z from 'zod/mini'

export type Schema = z.core.JSONSchema.BaseSchema

/** What a caller sends is the contract's `input`, what the worker answers its `output`; named parts go to `components`. */
export function schemaOf(
  contract: z.ZodMiniType,
  io: 'input' | 'output',
  components: Record<string, Schema>,
): Schema {
  const written = z.toJSONSchema(contract, { io, unrepresentable: 'any', override })
  const text = JSON.stringify(written).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $schema: _, $defs = {}, ...schema }: Schema = JSON.parse(text)
  Object.assign(components, $defs)
  return schema
}

type Written = { zodSchema: z.core.$ZodTypes; jsonSchema: Schema }

// The only transforms in answers turn blank text into null (schema/text.ts); JSON Schema has no word for them.
function override({ zodSchema, jsonSchema }: Written): void {
  if (zodSchema._zod.def.type === 'transform') jsonSchema.type = ['string', 'null']
}
