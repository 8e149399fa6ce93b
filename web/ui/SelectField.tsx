import { FieldFrame, type FrameProps } from './FieldFrame.tsx'

/** A native select. */
export function SelectField<Value extends string>({
  options,
  value,
  onChange,
  ...frame
}: FrameProps & {
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}) {
  const choose = (chosen: string) => {
    const option = options.find((one) => one.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <FieldFrame {...frame}>
      {(marks) => (
        <select
          className="input"
          {...marks}
          value={value}
          onChange={(event) => choose(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
