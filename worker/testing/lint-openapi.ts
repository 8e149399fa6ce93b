/** A linter of OpenAPI documents. It runs beside the runtime, as it needs Node; only `outside.ts` imports this. */
import { createConfig, lintFromString } from '@redocly/openapi-core'

/** Every error and warning of Redocly's recommended rules, with examples held against their schemas. */
export async function lintOpenApi(source: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
      'no-invalid-schema-examples': 'error',
      // `user` is no id, which is a number: the router tells them apart.
      'no-ambiguous-paths': 'off',
      // What takes no input and asks for no session refuses nothing.
      'operation-4xx-response': 'off',
    },
  })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(
    ({ ruleId, message, location: [at] }) => `${ruleId} at ${at?.pointer ?? '?'}: ${message}`,
  )
}
