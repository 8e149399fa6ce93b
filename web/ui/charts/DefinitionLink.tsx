import { Icon } from '../../../card/icons/Icon.tsx'
import { Link } from '../Link.tsx'
import { type DefinitionName, definitions } from './definitions.ts'

/** Links a figure to its definition. */
export function DefinitionLink({ of }: { of: DefinitionName }) {
  return (
    <Link
      className="definition-link"
      to={`/definitions#${of}`}
      aria-label={definitions[of]}
      data-tooltip={definitions[of]}
    >
      <Icon name="info" size={16} />
    </Link>
  )
}
