import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { PLANS } from '../../../../schema/plans.ts';
import type { Role } from '../../../../schema/console/roles.ts';
import { auditEntry } from '../../../../worker/verbs/audit/audit-entry.ts';
import { enterWorkspace } from '../../../../worker/ctx.ts';
import { invite } from '../../../../worker/verbs/people/invitations/invite.ts';
import { join } from '../../../../worker/adapters/d1/invitations.ts';
import { buildServices } from '../../../../worker/services.ts';
import { sha256Hex } from '../../../../worker/lib/sha256.ts';
import { requestTime } from '../../support/ctx.ts';
import { call, migrate } from '../../support/service.ts';
import {
  accepted,
  anotherWorkspace,
  type ConsoleAnswer,
  type Insider,
  invited,
  linkOf,
  newEmail,
  PASSWORD,
  setUpOwner,
  tokenIn,
  Visitor,
} from '../../support/visitor.ts';
import { LONG, typical, variation } from '../../../support/thorough.ts';

let operator: Insider;

beforeAll(async () => {
  await migrate();
  operator = await setUpOwner();
});

const newWorkspace = (): Promise<Insider> => anotherWorkspace(operator);

const peoplePath = (of: Insider, person?: Insider): string =>
  `/workspaces/${of.workspaceId}/people${person === undefined ? '' : `/${person.personId}`}`;

const setRole = (by: Insider, person: Insider, role: Role): Promise<ConsoleAnswer> =>
  by.visitor.send('PATCH', peoplePath(by, person), { role });

const remove = (by: Insider, person: Insider): Promise<ConsoleAnswer> =>
  by.visitor.send('DELETE', peoplePath(by, person));

const accept = (visitor: Visitor, token: string, body: object = {}): Promise<ConsoleAnswer> =>
  visitor.post(`/invitations/${token}/accept`, body);

async function rolesIn(workspace: Insider): Promise<Record<string, Role>> {
  const { results } = await env.DB.prepare('SELECT person_id, role FROM memberships WHERE workspace_id = ?')
    .bind(workspace.workspaceId)
    .run<{ person_id: string; role: Role }>();
  return Object.fromEntries(results.map(({ person_id, role }) => [person_id, role]));
}

async function trailOf({ workspaceId }: Insider): Promise<unknown[][]> {
  const { results } = await env.DB.prepare(
    'SELECT actor, action, subject, detail FROM audit_trail WHERE workspace_id = ? ORDER BY id',
  )
    .bind(workspaceId)
    .run<{ actor: string; action: string; subject: string; detail: string }>();
  return results.map(({ actor, action, subject, detail }) => [actor, action, subject, JSON.parse(detail)]);
}

describe('an invitation', () => {
  test('shows the guest the workspace and the person who invited them', async () => {
    const owner = await newWorkspace();
    const token = await linkOf(owner, 'admin');
    const { data } = await new Visitor().get(`/invitations/${token}`);
    const week = Date.now() + 7 * 86_400_000;
    expect(data).toEqual({
      workspaceName: 'Another',
      role: 'admin',
      invitee: null,
      invitedBy: 'Nora Newcomer',
      expiresAt: expect.any(String),
    });
    expect(Math.abs(Date.parse(String(data.expiresAt)) - week)).toBeLessThan(60_000);
  });

  test('makes a newcomer a person, in the workspace, signed in', async () => {
    const owner = await newWorkspace();
    const guest = await accepted(await linkOf(owner, 'admin'), 'Gina Guest');
    expect(await guest.visitor.session()).toMatchObject({
      person: { name: 'Gina Guest', email: guest.email, operator: false },
      workspaces: [{ id: owner.workspaceId, role: 'admin' }],
    });
    expect((await new Visitor().signIn(guest.email)).status).toBe(200);
  });

  test('lets somebody who is signed in join as well', async () => {
    const [owner, other] = [await newWorkspace(), await newWorkspace()];
    const { status, data } = await accept(other.visitor, await linkOf(owner, 'member'));
    expect(status).toBe(200);
    const workspaces = data.workspaces as { id: string; role: Role }[];
    expect(Object.fromEntries(workspaces.map(({ id, role }) => [id, role]))).toEqual({
      [owner.workspaceId]: 'member',
      [other.workspaceId]: 'owner',
    });
  });

  variation('asks a stranger who says nothing of themselves to sign in', async () => {
    const token = await linkOf(await newWorkspace(), 'member');
    expect((await accept(new Visitor(), token)).code).toBe('NOT_SIGNED_IN');
  });

  variation('wants all or nothing of a newcomer, and says what is wrong by its field', async () => {
    const token = await linkOf(await newWorkspace(), 'member');
    const { body } = await accept(new Visitor(), token, { name: 'Gina', password: 'short' });
    expect(body).toMatchObject({
      error: {
        code: 'VALIDATION_ERROR',
        details: expect.arrayContaining([expect.stringMatching(/^password: /)]),
      },
    });
    const partial = await accept(new Visitor(), token, { name: 'Gina', password: PASSWORD });
    expect(partial.body).toMatchObject({ error: { details: ['email: is required for a new account'] } });
  });

  variation('brings in one person, however many follow the link at the same time', async () => {
    const owner = await newWorkspace();
    const token = await linkOf(owner, 'member');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        accept(new Visitor(), token, { name: 'Gina', email: newEmail(), password: PASSWORD }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'INVITATION_NOT_FOUND')).toHaveLength(4);
    expect(Object.keys(await rolesIn(owner))).toHaveLength(2);
    expect((await new Visitor().get(`/invitations/${token}`)).code).toBe('INVITATION_NOT_FOUND');
  });

  test('cannot be used after it has expired', async () => {
    const token = await linkOf(await newWorkspace(), 'member');
    await env.DB.prepare("UPDATE invitations SET expires_at = '2026-01-01T00:00:00.000Z'").run();
    expect((await new Visitor().get(`/invitations/${token}`)).code).toBe('INVITATION_NOT_FOUND');
    const refused = await accept(new Visitor(), token, { name: 'G', email: newEmail(), password: PASSWORD });
    expect([refused.status, refused.code]).toEqual([404, 'INVITATION_NOT_FOUND']);
  });

  test('cannot be used after it is revoked, and is listed until then', async () => {
    const owner = await newWorkspace();
    const path = `/workspaces/${owner.workspaceId}/invitations`;
    const { data } = await owner.visitor.post(path, { role: 'member', invitee: ' Ada Brandt ' });
    const { url: _, ...listed } = data;
    expect(listed).toMatchObject({ invitee: 'Ada Brandt' });
    expect((await new Visitor().get(`/invitations/${tokenIn(data)}`)).data).toMatchObject({
      invitee: 'Ada Brandt',
    });
    expect((await owner.visitor.get(peoplePath(owner))).data.invitations).toEqual([listed]);
    const revoked = await owner.visitor.send('DELETE', `${path}/${String(data.id)}`);
    expect(revoked.data).toEqual({ id: data.id, deleted: true });
    expect((await accept(operator.visitor, tokenIn(data))).code).toBe('INVITATION_NOT_FOUND');
    expect((await owner.visitor.get(peoplePath(owner))).data.invitations).toEqual([]);
    expect((await owner.visitor.send('DELETE', `${path}/${String(data.id)}`)).code).toBe(
      'INVITATION_NOT_FOUND',
    );
  });

  variation('is for somebody who is not in the workspace yet, and stays for them', async () => {
    const owner = await newWorkspace();
    const token = await linkOf(owner, 'member');
    const refused = await accept(owner.visitor, token);
    expect([refused.status, refused.code]).toEqual([409, 'ALREADY_A_MEMBER']);
    expect(await rolesIn(owner)).toEqual({ [owner.personId]: 'owner' });
    expect((await accept(operator.visitor, token)).status).toBe(200);
  });

  variation(
    'is not used by a person who has joined by another one meanwhile, and makes no entry in the trail',
    async () => {
      const owner = await newWorkspace();
      const member = await invited(owner, 'member');
      const token = await linkOf(owner, 'admin');
      const before = await trailOf(owner);
      const services = buildServices(env);
      const actor = { kind: 'person', id: member.personId, name: 'The member', role: null } as const;
      const workspace = { id: owner.workspaceId };
      const entry = auditEntry({ services, actor, workspace }, 'person.joined', member.personId);
      expect(await join(services.database, await sha256Hex(token), entry)).toBe(false);
      expect(await trailOf(owner)).toEqual(before);
      expect((await rolesIn(owner))[member.personId]).toBe('member');
      expect((await new Visitor().get(`/invitations/${token}`)).status).toBe(200);
    },
  );

  variation('makes no second person of an address', async () => {
    const token = await linkOf(await newWorkspace(), 'member');
    const body = { name: 'Impostor', email: operator.email, password: 'another horse battery' };
    const refused = await accept(new Visitor(), token, body);
    expect([refused.status, refused.code]).toEqual([409, 'EMAIL_TAKEN']);
    expect((await new Visitor().signIn(operator.email)).status).toBe(200);
  });

  variation('is kept as a hash', async () => {
    const owner = await newWorkspace();
    const token = await linkOf(owner, 'member');
    const { results } = await env.DB.prepare('SELECT * FROM invitations').run();
    expect(JSON.stringify(results)).not.toContain(token);
    const list = await owner.visitor.get(peoplePath(owner));
    expect(JSON.stringify(list.body)).not.toContain(token);
  });

  test.each(['admin', 'owner'] as const)(
    'ends when the %s who made it may not have made it any more',
    async (role) => {
      const owner = await newWorkspace();
      const inviter = await invited(owner, role);
      const token = await linkOf(inviter, role);
      await setRole(owner, inviter, 'member');
      expect((await accept(operator.visitor, token)).code).toBe('INVITATION_NOT_FOUND');
    },
  );

  test('is in no line of the log, neither where it is read nor where it is used', async () => {
    const token = await linkOf(await newWorkspace(), 'member');
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    await call(`/dashboard/invitations/${token}`);
    await new Visitor().get(`/invitations/${token}`);
    await accepted(token);
    const lines = log.mock.calls.map(([line]) => String(line));
    log.mockRestore();
    expect(lines.map((line) => (JSON.parse(line) as { route: string }).route)).toEqual([
      '/dashboard/*',
      '/console/invitations/:token',
      '/console/invitations/:token/accept',
    ]);
    expect(lines.join('\n')).not.toContain(token);
  });

  test.each([
    ['is removed', (owner: Insider, admin: Insider) => remove(owner, admin)],
    ['becomes a member', (owner: Insider, admin: Insider) => setRole(owner, admin, 'member')],
  ] as const)('is not made by a request that was under way when its maker %s', async (_, change) => {
    const owner = await newWorkspace();
    const admin = await invited(owner, 'admin');
    const actor = { kind: 'person', id: admin.personId, name: 'The admin', role: 'admin' } as const;
    const workspace = { id: owner.workspaceId, plan: 'free' } as const;
    const asAdmitted = enterWorkspace(
      { services: buildServices(env), actor, time: requestTime() },
      workspace,
    );
    await change(owner, admin);
    const before = await trailOf(owner);
    await expect(invite(asAdmitted, { role: 'admin' })).rejects.toMatchObject({
      code: 'INSUFFICIENT_ROLE',
    });
    expect((await owner.visitor.get(peoplePath(owner))).data.invitations).toEqual([]);
    expect(await trailOf(owner)).toEqual(before);
  });

  test('is refused if the plan allows no more open ones, also if they are made in parallel', async () => {
    const owner = await newWorkspace();
    const path = `/workspaces/${owner.workspaceId}/invitations`;
    const { maxInvitations } = PLANS.free;
    const creations = Array.from({ length: maxInvitations + 3 }, () =>
      owner.visitor.post(path, { role: 'member' }),
    );
    const answers = await Promise.all(creations);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxInvitations);
    expect(answers.filter(({ code }) => code === 'INVITATION_LIMIT_REACHED')).toHaveLength(3);
    const made = (await trailOf(owner)).filter(([, action]) => action === 'invitation.created');
    expect(made).toHaveLength(maxInvitations + 1);
    const id = String(answers.find(({ status }) => status === 201)?.data.id);
    await owner.visitor.send('DELETE', `${path}/${id}`);
    expect((await owner.visitor.post(path, { role: 'member' })).status).toBe(201);
  });

  variation('that has run out is not kept beyond the next one', async () => {
    const owner = await newWorkspace();
    await linkOf(owner, 'member');
    await env.DB.prepare(
      "UPDATE invitations SET expires_at = '2026-01-01T00:00:00.000Z' WHERE workspace_id = ?",
    )
      .bind(owner.workspaceId)
      .run();
    const token = await linkOf(owner, 'member');
    const kept = await env.DB.prepare('SELECT COUNT(*) AS n FROM invitations WHERE workspace_id = ?')
      .bind(owner.workspaceId)
      .first<number>('n');
    expect(kept).toBe(1);
    expect((await new Visitor().get(`/invitations/${token}`)).status).toBe(200);
  });

  test('ends when who made it is removed', async () => {
    const owner = await newWorkspace();
    const admin = await invited(owner, 'admin');
    const [ofAdmin, ofOwner] = [await linkOf(admin, 'member'), await linkOf(owner, 'member')];
    await remove(owner, admin);
    expect((await new Visitor().get(`/invitations/${ofAdmin}`)).code).toBe('INVITATION_NOT_FOUND');
    expect((await new Visitor().get(`/invitations/${ofOwner}`)).status).toBe(200);
  });
});

describe('a role', () => {
  const CHANGES: [by: Role, of: Role, to: Role, code: string | null][] = [
    ['owner', 'member', 'admin', null],
    ['owner', 'admin', 'owner', null],
    ['owner', 'owner', 'member', null],
    ['admin', 'member', 'admin', null],
    ['admin', 'admin', 'member', null],
    ['admin', 'member', 'owner', 'INSUFFICIENT_ROLE'],
    ['admin', 'owner', 'member', 'INSUFFICIENT_ROLE'],
    ['member', 'member', 'admin', 'INSUFFICIENT_ROLE'],
    ['member', 'owner', 'member', 'INSUFFICIENT_ROLE'],
  ];
  test.each(typical(CHANGES, 6))('%s makes %s into %s: %s', LONG, async (by, of, to, code) => {
    const owner = await newWorkspace();
    const asker = by === 'owner' ? owner : await invited(owner, by);
    const person = await invited(owner, of);
    const answered = await setRole(asker, person, to);
    expect(answered.code).toBe(code);
    expect((await rolesIn(owner))[person.personId]).toBe(code === null ? to : of);
    if (code === null) {
      expect(answered.data).toMatchObject({ id: person.personId, email: person.email, role: to });
    }
  });

  const REMOVALS: [by: Role, of: Role, code: string | null][] = [
    ['owner', 'owner', null],
    ['owner', 'member', null],
    ['admin', 'admin', null],
    ['admin', 'member', null],
    ['admin', 'owner', 'INSUFFICIENT_ROLE'],
    ['member', 'member', 'INSUFFICIENT_ROLE'],
  ];
  test.each(typical(REMOVALS, 4))('%s removes %s: %s', LONG, async (by, of, code) => {
    const owner = await newWorkspace();
    const asker = by === 'owner' ? owner : await invited(owner, by);
    const person = await invited(owner, of);
    expect((await remove(asker, person)).code).toBe(code);
    expect(person.personId in (await rolesIn(owner))).toBe(code !== null);
  });

  test.each(['admin', 'member'] as const)('%s may leave', async (role) => {
    const owner = await newWorkspace();
    const person = await invited(owner, role);
    expect((await remove(person, person)).data).toEqual({ id: person.personId, deleted: true });
    expect((await person.visitor.session()).workspaces).toEqual([]);
  });

  test.each([
    ['owner', 'owner', 201],
    ['admin', 'admin', 201],
    ['admin', 'owner', 403],
    ['member', 'member', 403],
  ] as const)('%s invites somebody as %s: %i', async (by, as, status) => {
    const owner = await newWorkspace();
    const asker = by === 'owner' ? owner : await invited(owner, by);
    const path = `/workspaces/${owner.workspaceId}/invitations`;
    expect((await asker.visitor.post(path, { role: as })).status).toBe(status);
  });

  variation('that is none is refused by its field', async () => {
    const owner = await newWorkspace();
    const member = await invited(owner, 'member');
    const path = peoplePath(owner, member);
    expect((await owner.visitor.send('PATCH', path, { role: 'king' })).body).toMatchObject({
      error: { code: 'VALIDATION_ERROR', details: ['role: must be one of owner, admin, member'] },
    });
  });
});

describe('somebody who is removed', () => {
  test('sees the workspace no more, from their next request on', async () => {
    const owner = await newWorkspace();
    const admin = await invited(owner, 'admin');
    expect((await admin.visitor.get(`/workspaces/${owner.workspaceId}`)).status).toBe(200);
    await remove(owner, admin);
    const { status, code } = await admin.visitor.get(`/workspaces/${owner.workspaceId}`);
    expect([status, code]).toEqual([404, 'WORKSPACE_NOT_FOUND']);
  });

  variation('who was not a member there gets an error', async () => {
    const [owner, other] = [await newWorkspace(), await newWorkspace()];
    expect((await remove(owner, other)).code).toBe('PERSON_NOT_FOUND');
    expect((await setRole(owner, other, 'member')).code).toBe('PERSON_NOT_FOUND');
    expect(await rolesIn(other)).toEqual({ [other.personId]: 'owner' });
  });
});

describe('the last owner', () => {
  test('can neither leave nor step down', async () => {
    const owner = await newWorkspace();
    await invited(owner, 'admin');
    for (const answer of [await remove(owner, owner), await setRole(owner, owner, 'admin')]) {
      expect([answer.status, answer.code]).toEqual([409, 'LAST_OWNER']);
    }
    expect((await rolesIn(owner))[owner.personId]).toBe('owner');
  });

  test.each([
    ['step down', (owner: Insider) => setRole(owner, owner, 'member')],
    ['leave', (owner: Insider) => remove(owner, owner)],
  ] as const)('is still there when four owners %s at the same time', async (_, change) => {
    const first = await newWorkspace();
    const owners = [first, ...(await Promise.all([1, 2, 3].map(() => invited(first, 'owner'))))];
    const answers = await Promise.all(owners.map(change));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(Object.values(await rolesIn(first)).filter((role) => role === 'owner')).toHaveLength(1);
  });

  test('is still there when two owners demote each other at the same time', async () => {
    const one = await newWorkspace();
    const other = await invited(one, 'owner');
    await Promise.all([setRole(one, other, 'member'), setRole(other, one, 'member')]);
    expect(Object.values(await rolesIn(one)).filter((role) => role === 'owner')).toHaveLength(1);
  });
});

describe('the people of a workspace', () => {
  variation('are listed for each of them, the first to join first', async () => {
    const owner = await newWorkspace();
    const member = await invited(owner, 'member');
    const { data } = await member.visitor.get(peoplePath(owner));
    const joined = { joinedAt: expect.any(String), name: expect.any(String) };
    expect(data.people).toEqual([
      { id: owner.personId, email: owner.email, role: 'owner', ...joined },
      { id: member.personId, email: member.email, role: 'member', ...joined },
    ]);
  });

  test('are in the audit trail, each change with its person', async () => {
    const owner = await newWorkspace();
    const member = await invited(owner, 'member', 'Mia Member');
    await setRole(owner, member, 'admin');
    await setRole(owner, member, 'admin');
    await remove(member, member);
    const [by, mia] = [`person:${owner.personId}`, `person:${member.personId}`];
    const [, , , invitation, ...since] = await trailOf(owner);
    expect(invitation).toEqual([
      by,
      'invitation.created',
      expect.stringMatching(/^inv_/),
      { role: 'member' },
    ]);
    expect(since).toEqual([
      [mia, 'person.joined', member.personId, { name: 'Mia Member', role: 'member' }],
      [by, 'person.changed', member.personId, { name: 'Mia Member', role: 'admin' }],
      [mia, 'person.removed', member.personId, { name: 'Mia Member', role: 'admin' }],
    ]);
  });

  variation('leave nothing in the audit trail where a change is refused', async () => {
    const owner = await newWorkspace();
    const before = await trailOf(owner);
    await setRole(owner, owner, 'member');
    await remove(owner, owner);
    expect(await trailOf(owner)).toEqual(before);
  });
});
