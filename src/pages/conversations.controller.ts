import { Controller, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentScope } from '../core/auth/access.js';
import type { RequestScope } from '../database/request-scope.js';
import { Params, type Input } from '../http/input/input.js';
import { ConversationService } from './conversation.service.js';
import { CursorParams } from './page-params.js';
import { PageRenderer } from './page-renderer.js';
import { OWNER, PageRoute } from './page-route.js';
import type { Conversation } from './templates/templates.js';

interface PathParams {
  owner: string;
  project: string;
  number: string;
}

/** The targets of `web_url` of issues, merge requests and snippets. */
@Controller(`${OWNER}/:project`)
export class ConversationsController {
  constructor(
    private readonly conversations: ConversationService,
    private readonly pages: PageRenderer,
  ) {}

  @PageRoute('issues/:number', 'Show the page of an issue')
  async issue(
    @CurrentScope() scope: RequestScope,
    @Param() path: PathParams,
    @Params(CursorParams) input: Input<CursorParams>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.show(reply, await this.conversations.issue(scope, urlOf(path, input)));
  }

  @PageRoute('merge_requests/:number', 'Show the page of a merge request')
  async mergeRequest(
    @CurrentScope() scope: RequestScope,
    @Param() path: PathParams,
    @Params(CursorParams) input: Input<CursorParams>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.show(reply, await this.conversations.mergeRequest(scope, urlOf(path, input)));
  }

  @PageRoute('snippets/:number', 'Show the page of a snippet')
  async snippet(
    @CurrentScope() scope: RequestScope,
    @Param() path: PathParams,
    @Params(CursorParams) input: Input<CursorParams>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.show(reply, await this.conversations.snippet(scope, urlOf(path, input)));
  }

  /** Browsers show it as text, whatever it contains. */
  @PageRoute('snippets/:number/raw', 'Show the code of a snippet', { mediaType: 'text/plain' })
  async code(
    @CurrentScope() scope: RequestScope,
    @Param() { owner, project: path, number }: PathParams,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.pages.sendText(
      reply,
      await this.conversations.code(scope, { owner, path, number }),
    );
  }

  private show(reply: FastifyReply, conversation: Conversation): string {
    return this.pages.render(reply, 'conversation', conversation, { isCached: true });
  }
}

const urlOf = ({ owner, project, number }: PathParams, input: Input<CursorParams>) => ({
  ...{ owner, path: project, number },
  cursor: input.read().cursor,
});
