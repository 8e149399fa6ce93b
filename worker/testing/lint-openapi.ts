/** OpenAPI linter. It needs Node, so it runs outside the Workers runtime; only `mock-services.ts` imports this. */
import { createConfig, lintFromString } from '@redocly/openapi-core'

/** Returns every error and warning of Redocly's recommended rules, and examples that do not match their schemas. */
export async function lintOpenApi(source: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
      'no-invalid-schema-examples': 'error',
      // Not ambiguous: ids are numbers, so `user` cannot be one.
      'no-ambiguous-paths': 'off',
      // Routes without input and session have no client errors.
      'operation-4xx-response': 'off',
    },
  })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(
    ({ ruleId, message, location: [at] }) => `${ruleId} at ${at?.pointer ?? '?'}: ${message}`,
  )
}
