import { RadioGroup as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** A radio group of a few options side by side; arrow keys move and select. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}) {
  const choose = (chosen: string) => {
    const option = options.find((one) => one.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <Radix.Root
      className="segmented"
      aria-label={label}
      orientation="horizontal"
      value={value}
      onValueChange={choose}
    >
      {options.map((option) => (
        <Radix.Item key={option.value} value={option.value}>
          {option.label}
        </Radix.Item>
      ))}
    </Radix.Root>
  )
}
