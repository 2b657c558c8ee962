import { Badge, Group } from '@mantine/core';

export const EventNames = ({ events }: { readonly events: readonly string[] }) => (
  <Group gap={4}>
    {events.map((event) => (
      <Badge key={event} variant="default" size="sm" radius="sm" tt="none" fw={500}>
        {event}
      </Badge>
    ))}
  </Group>
);
