/** Written by `npm run documents`, never by hand. */

export interface paths {
    "/api/v3/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Confirm an address
         * @description The confirmation mail links to this address.
         */
        get: operations["confirmEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a key by its fingerprint
         * @description For an sshd that asks whom a key lets in: the key, and its owner with his state. For administrators only.
         */
        get: operations["getKeyByFingerprint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List own projects and those one is a member of */
        get: operations["listProjects"];
        put?: never;
        /** Create a project */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all projects
         * @description For administrators only.
         */
        get: operations["listAllProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/visible": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all projects one may see */
        get: operations["listVisibleProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a project */
        get: operations["getProject"];
        /** Modify a project */
        put: operations["updateProject"];
        post?: never;
        /** Delete a project */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/issues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the issues of a project */
        get: operations["listProjectIssues"];
        put?: never;
        /** Open an issue */
        post: operations["createProjectIssue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/issues/{issue_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an issue */
        get: operations["getProjectIssue"];
        /** Modify, close or reopen an issue */
        put: operations["updateProjectIssue"];
        post?: never;
        /** Delete an issue */
        delete: operations["deleteProjectIssue"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/issues/{issue_id}/award_emoji": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List awards */
        get: operations["listIssueAwardEmoji"];
        put?: never;
        /**
         * Give an award
         * @description Thumbs up and down are not for what is one’s own.
         */
        post: operations["createIssueAwardEmoji"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/issues/{issue_id}/award_emoji/{award_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an award */
        get: operations["getIssueAwardEmoji"];
        put?: never;
        post?: never;
        /** Withdraw an award */
        delete: operations["deleteIssueAwardEmoji"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/issues/{issue_id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List notes */
        get: operations["listIssueNotes"];
        put?: never;
        /**
         * Write a note
         * @description A body that is one emoji and nothing else gives an award instead.
         */
        post: operations["createIssueNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/issues/{issue_id}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a note */
        get: operations["getIssueNote"];
        /** Modify a note */
        put: operations["updateIssueNote"];
        post?: never;
        /** Delete a note */
        delete: operations["deleteIssueNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/issues/{issue_id}/notes/{note_id}/award_emoji": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List awards */
        get: operations["listIssueNoteAwardEmoji"];
        put?: never;
        /**
         * Give an award
         * @description Thumbs up and down are not for what is one’s own.
         */
        post: operations["createIssueNoteAwardEmoji"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/issues/{issue_id}/notes/{note_id}/award_emoji/{award_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an award */
        get: operations["getIssueNoteAwardEmoji"];
        put?: never;
        post?: never;
        /** Withdraw an award */
        delete: operations["deleteIssueNoteAwardEmoji"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members of a project */
        get: operations["listProjectMembers"];
        put?: never;
        /** Add a member to a project */
        post: operations["createProjectMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a member of a project */
        get: operations["getProjectMember"];
        /** Change the level of a member */
        put: operations["updateProjectMember"];
        post?: never;
        /** Remove a member, or leave */
        delete: operations["deleteProjectMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/merge_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the merge requests of a project */
        get: operations["listProjectMergeRequests"];
        put?: never;
        /** Open a merge request */
        post: operations["createProjectMergeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/merge_requests/{merge_request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a merge request */
        get: operations["getProjectMergeRequest"];
        /** Modify, close, reopen or merge a merge request */
        put: operations["updateProjectMergeRequest"];
        post?: never;
        /** Delete a merge request */
        delete: operations["deleteProjectMergeRequest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/merge_requests/{merge_request_id}/award_emoji": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List awards */
        get: operations["listMergeRequestAwardEmoji"];
        put?: never;
        /**
         * Give an award
         * @description Thumbs up and down are not for what is one’s own.
         */
        post: operations["createMergeRequestAwardEmoji"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/merge_requests/{merge_request_id}/award_emoji/{award_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an award */
        get: operations["getMergeRequestAwardEmoji"];
        put?: never;
        post?: never;
        /** Withdraw an award */
        delete: operations["deleteMergeRequestAwardEmoji"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/merge_requests/{merge_request_id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List notes */
        get: operations["listMergeRequestNotes"];
        put?: never;
        /**
         * Write a note
         * @description A body that is one emoji and nothing else gives an award instead.
         */
        post: operations["createMergeRequestNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/merge_requests/{merge_request_id}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a note */
        get: operations["getMergeRequestNote"];
        /** Modify a note */
        put: operations["updateMergeRequestNote"];
        post?: never;
        /** Delete a note */
        delete: operations["deleteMergeRequestNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/merge_requests/{merge_request_id}/notes/{note_id}/award_emoji": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List awards */
        get: operations["listMergeRequestNoteAwardEmoji"];
        put?: never;
        /**
         * Give an award
         * @description Thumbs up and down are not for what is one’s own.
         */
        post: operations["createMergeRequestNoteAwardEmoji"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/merge_requests/{merge_request_id}/notes/{note_id}/award_emoji/{award_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an award */
        get: operations["getMergeRequestNoteAwardEmoji"];
        put?: never;
        post?: never;
        /** Withdraw an award */
        delete: operations["deleteMergeRequestNoteAwardEmoji"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/push_events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a push
         * @description For the post-receive hook of a repository. The event is the caller’s.
         */
        post: operations["createProjectPushEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/snippets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the snippets of a project */
        get: operations["listProjectSnippets"];
        put?: never;
        /** Create a snippet */
        post: operations["createProjectSnippet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/snippets/{snippet_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a snippet */
        get: operations["getProjectSnippet"];
        /** Modify a snippet */
        put: operations["updateProjectSnippet"];
        post?: never;
        /** Delete a snippet */
        delete: operations["deleteProjectSnippet"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/snippets/{snippet_id}/award_emoji": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List awards */
        get: operations["listSnippetAwardEmoji"];
        put?: never;
        /**
         * Give an award
         * @description Thumbs up and down are not for what is one’s own.
         */
        post: operations["createSnippetAwardEmoji"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/snippets/{snippet_id}/award_emoji/{award_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an award */
        get: operations["getSnippetAwardEmoji"];
        put?: never;
        post?: never;
        /** Withdraw an award */
        delete: operations["deleteSnippetAwardEmoji"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/snippets/{snippet_id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List notes */
        get: operations["listSnippetNotes"];
        put?: never;
        /**
         * Write a note
         * @description A body that is one emoji and nothing else gives an award instead.
         */
        post: operations["createSnippetNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/snippets/{snippet_id}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a note */
        get: operations["getSnippetNote"];
        /** Modify a note */
        put: operations["updateSnippetNote"];
        post?: never;
        /** Delete a note */
        delete: operations["deleteSnippetNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/snippets/{snippet_id}/notes/{note_id}/award_emoji": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List awards */
        get: operations["listSnippetNoteAwardEmoji"];
        put?: never;
        /**
         * Give an award
         * @description Thumbs up and down are not for what is one’s own.
         */
        post: operations["createSnippetNoteAwardEmoji"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/snippets/{snippet_id}/notes/{note_id}/award_emoji/{award_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an award */
        get: operations["getSnippetNoteAwardEmoji"];
        put?: never;
        post?: never;
        /** Withdraw an award */
        delete: operations["deleteSnippetNoteAwardEmoji"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/projects/{id}/snippets/{snippet_id}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the code of a snippet
         * @description As it was given, byte for byte.
         */
        get: operations["getSnippetCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Returns the user with their private token. 401 if the login or the password is wrong.
         */
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current user
         * @description With sudo, returns the effective user with their private token.
         */
        get: operations["getCurrentUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/user/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List own emails
         * @description Secondary addresses; the primary one is a field of the user.
         */
        get: operations["listCurrentUserEmails"];
        put?: never;
        /** Add an email */
        post: operations["createCurrentUserEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/user/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an own email */
        get: operations["getCurrentUserEmail"];
        put?: never;
        post?: never;
        /**
         * Delete an own email
         * @description Answers the email, or null when it is gone already or never was there.
         */
        delete: operations["deleteCurrentUserEmail"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/user/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List own SSH keys */
        get: operations["listCurrentUserKeys"];
        put?: never;
        /** Add an SSH key */
        post: operations["createCurrentUserKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/user/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an own SSH key */
        get: operations["getCurrentUserKey"];
        put?: never;
        post?: never;
        /**
         * Delete an own SSH key
         * @description Answers the key, or null when it is gone already or never was there.
         */
        delete: operations["deleteCurrentUserKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description For administrators only.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a user */
        get: operations["getUser"];
        /**
         * Modify a user
         * @description Changes the given fields only. Every failure is a 404. For administrators only.
         */
        put: operations["updateUser"];
        post?: never;
        /**
         * Delete a user
         * @description Returns the deleted user, or null if there was none. For administrators only.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/users/{id}/block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Block a user
         * @description For administrators only.
         */
        put: operations["blockUser"];
        /**
         * Block a user (for older clients)
         * @description For administrators only.
         */
        post: operations["blockUserWithPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/users/{id}/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the emails of a user
         * @description For administrators only.
         */
        get: operations["listUserEmails"];
        put?: never;
        /**
         * Add an email to a user
         * @description Answers 404 for every failure. For administrators only.
         */
        post: operations["createUserEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/users/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the contribution events of a user */
        get: operations["listUserEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/users/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the SSH keys of a user
         * @description For administrators only.
         */
        get: operations["listUserKeys"];
        put?: never;
        /**
         * Add an SSH key to a user
         * @description Answers 404 for every failure. For administrators only.
         */
        post: operations["createUserKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/users/{id}/unblock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Unblock a user
         * @description For administrators only.
         */
        put: operations["unblockUser"];
        /**
         * Unblock a user (for older clients)
         * @description For administrators only.
         */
        post: operations["unblockUserWithPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/users/{uid}/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an email of a user
         * @description For administrators only.
         */
        delete: operations["deleteUserEmail"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/users/{uid}/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an SSH key of a user
         * @description For administrators only.
         */
        delete: operations["deleteUserKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/avatars/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the avatar of a user */
        get: operations["getAvatar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell that the process is alive */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell that the database answers */
        get: operations["getHealthReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{username}.keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the SSH keys of a user as a file
         * @description One key on a line, without its comment; empty when he has none.
         */
        get: operations["getKeyFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AwardEmojiView: {
            /** @description Identifier of the award. */
            id: number;
            /**
             * @description Canonical name of the emoji, without colons.
             * @example tada
             */
            name: string;
            user: components["schemas"]["UserSummaryView"];
            /**
             * Format: date-time
             * @description When it was given.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The same.
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at: string;
            /** @description What it was given to. */
            awardable_id: number;
            /**
             * @description What that is.
             * @enum {string}
             */
            awardable_type: "Issue" | "Snippet" | "MergeRequest" | "Note";
        };
        CommitAuthorView: {
            /**
             * @description Name.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description Address.
             * @example ada@example.com
             */
            email: string;
        };
        CommitView: {
            /**
             * @description Id of the commit.
             * @example da1560886d4f094c3e6c9ef40349f7d38b5d27d7
             */
            id: string;
            /**
             * @description Its message.
             * @example Carry ahead
             */
            message: string;
            /**
             * @description When it was made, as the push told it.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /**
             * @description Where it is shown.
             * @example http://127.0.0.1:3000/ada/analytical-engine/commit/da1560886d4f094c3e6c9ef40349f7d38b5d27d7
             */
            url: string;
            author: components["schemas"]["CommitAuthorView"];
        };
        CreateEmailParams: {
            /**
             * Format: email
             * @description Another address; unique over every address of everybody.
             * @example ada@analytical.example
             */
            email: string;
        };
        CreateIssueParams: {
            /**
             * @description Description.
             * @example First actual case of a bug being found.
             */
            description?: string | null;
            /** @description Who is to do it; 0, null or an empty text for nobody. Left out of what callers below reporter send. */
            assignee_id?: number | null;
            /**
             * @description Seen by author, assignee, reporters and up only.
             * @default false
             */
            confidential?: boolean;
            /**
             * @description Title.
             * @example A moth in relay 70
             */
            title: string;
            /**
             * Format: date-time
             * @description When it was opened; counts for administrators and the owner.
             */
            created_at?: string;
        };
        CreateKeyParams: {
            /**
             * @description What its owner calls it.
             * @example Laptop
             */
            title: string;
            /**
             * @description An OpenSSH public key, one line; outer white space does not count.
             * @example ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL18lkwJP5F6hH3gN4yGNqD6BjDw5BWJQSXZuGaUIMFF ada@laptop
             */
            key: string;
        };
        CreateMemberParams: {
            /**
             * @description Who joins.
             * @example 3
             */
            user_id: number;
            /**
             * @description 10 guest, 20 reporter, 30 developer, 40 master.
             * @example 30
             * @enum {integer}
             */
            access_level: 10 | 20 | 30 | 40;
        };
        CreateMergeRequestParams: {
            /**
             * @description Description.
             * @example First actual case of a bug being found.
             */
            description?: string | null;
            /** @description Who is to do it; 0, null or an empty text for nobody. Left out of what callers below developer send. */
            assignee_id?: number | null;
            /**
             * @description Title.
             * @example A moth in relay 70
             */
            title: string;
            /**
             * @description Branch with the changes.
             * @example carry
             */
            source_branch: string;
            /**
             * @description Branch it is to go to.
             * @example master
             */
            target_branch: string;
        };
        CreateNoteParams: {
            /**
             * @description Content of the note.
             * @example Which panel is that?
             */
            body: string;
            /**
             * Format: date-time
             * @description When it was written; counts for administrators and the owner of the project.
             */
            created_at?: string;
        };
        CreateProjectParams: {
            /** @description Name in paths: letters, digits, `_`, `-`, `.`; made from the name when absent. */
            path?: string;
            /**
             * @description What it is about.
             * @example Mill and store.
             */
            description?: string | null;
            /**
             * @description 0 private, 10 internal, 20 public.
             * @default 0
             * @example 20
             * @enum {integer}
             */
            visibility_level?: 0 | 10 | 20;
            /**
             * @description Name to show.
             * @example Analytical Engine
             */
            name: string;
        };
        CreatePushEventParams: {
            /**
             * @description The commit the ref pointed to; zeros when it is new.
             * @example 95790bf891e76fee5e1747ab589903a6a1f80f22
             */
            before: string;
            /**
             * @description The commit it points to now; zeros when it is deleted.
             * @example da1560886d4f094c3e6c9ef40349f7d38b5d27d7
             */
            after: string;
            /**
             * @description The ref, such as `refs/heads/master`.
             * @example refs/heads/master
             */
            ref: string;
            /**
             * @description The commits.
             * @example [
             *       {
             *         "id": "da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
             *         "message": "Carry ahead"
             *       }
             *     ]
             */
            commits?: {
                /** @description Its id. */
                id: string;
                /** @description Its message. */
                message: string;
                /** @description When it was made; the moment of the push when absent. */
                timestamp?: string;
                /** @description Where it is shown. */
                url?: string;
                /** @description Who wrote it; whoever pushed when absent. */
                author?: {
                    /** @description Name. */
                    name: string;
                    /** @description Address. */
                    email: string;
                };
            }[];
            /** @description How many commits were pushed, where `commits` has not all of them. */
            total_commits_count?: number;
        };
        CreateSnippetParams: {
            /**
             * @description Title.
             * @example Bernoulli numbers
             */
            title: string;
            /**
             * @description Name of the file it would be in.
             * @example note_g.rb
             */
            file_name: string;
            /**
             * @description The code itself.
             * @example b = [1r]
             */
            code: string;
            /**
             * @description Who of those that read the project reads it: 0 members, 10 internal, 20 all.
             * @example 20
             * @enum {integer}
             */
            visibility_level: 0 | 10 | 20;
        };
        CreateUserParams: {
            /** @description Name on a messenger. Null or an empty text clears it. */
            messenger?: string | null;
            /** @description Name on a professional network. Null or an empty text clears it. */
            professional_network?: string | null;
            /** @description Name on a microblog. Null or an empty text clears it. */
            microblog?: string | null;
            /** @description Website. Null or an empty text clears it. */
            website_url?: string | null;
            /**
             * @description Employer or organization. Null or an empty text clears it.
             * @example Analytical Engines
             */
            organization?: string | null;
            /**
             * @description Short biography. Null or an empty text clears it.
             * @example Notes on engines.
             */
            bio?: string | null;
            /** @description Location. Null or an empty text clears it. */
            location?: string | null;
            /** @description How many projects the user can create. */
            projects_limit?: number;
            /** @description Identifier of the user at `provider`. Give both or neither. */
            extern_uid?: string;
            /** @description An external account provider, such as LDAP. */
            provider?: string;
            /**
             * @description Whether the user is an administrator.
             * @default false
             */
            admin?: boolean;
            /**
             * @description Whether the user may create groups.
             * @default true
             */
            can_create_group?: boolean;
            /**
             * @description External users see only public projects and projects they are a member of. They cannot create projects or groups.
             * @default false
             */
            external?: boolean;
            /**
             * Format: email
             * @description Primary email address. Unique among all addresses of all users.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description Password, 8 to 128 characters.
             * @example correct-horse
             */
            password: string;
            /**
             * @description Login name: letters, digits, `_`, `-`, `.`. Unique, ignoring case.
             * @example ada
             */
            username: string;
            /**
             * @description Display name.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description Whether the user has to confirm the address by mail. Ignored if mail is not configured.
             * @default true
             */
            confirm?: boolean;
        };
        CurrentUserView: {
            /**
             * @description Identifier of the user.
             * @example 2
             */
            id: number;
            /**
             * @description Login name.
             * @example ada
             */
            username: string;
            /**
             * @description Display name.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description Blocked users cannot use the service.
             * @enum {string}
             */
            state: "active" | "blocked" | "ldap_blocked";
            /**
             * Format: uri
             * @description Avatar, served by the service itself.
             * @example http://127.0.0.1:3000/avatars/2.svg
             */
            avatar_url: string;
            /**
             * Format: uri
             * @description Page of the user.
             * @example http://127.0.0.1:3000/ada
             */
            web_url: string;
            /**
             * Format: date-time
             * @description When the account was created.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /** @description Whether the user is an administrator. */
            is_admin: boolean;
            /**
             * @description Short biography.
             * @example Notes on engines.
             */
            bio: string | null;
            /**
             * @description Location.
             * @example London
             */
            location: string | null;
            /**
             * @description Name on a messenger; empty if not set.
             * @example ada
             */
            messenger: string;
            /**
             * @description Name on a professional network; empty if not set.
             * @example ada-lovelace
             */
            professional_network: string;
            /**
             * @description Name on a microblog; empty if not set.
             * @example
             */
            microblog: string;
            /**
             * @description Website; empty if not set.
             * @example https://example.com/ada
             */
            website_url: string;
            /**
             * @description Employer or organization.
             * @example Analytical Engines
             */
            organization: string | null;
            /**
             * @description Primary email address.
             * @example ada@example.com
             */
            email: string;
            /**
             * Format: date-time
             * @description The sign-in before the current one.
             * @example 2026-01-31T12:00:00.000Z
             */
            last_sign_in_at: string | null;
            /**
             * Format: date-time
             * @description The latest sign-in.
             * @example 2026-01-31T12:00:00.000Z
             */
            current_sign_in_at: string | null;
            /**
             * Format: date-time
             * @description When the address was confirmed.
             * @example 2026-01-31T12:00:00.000Z
             */
            confirmed_at: string | null;
            /**
             * @description Theme of the historic web interface.
             * @example 2
             */
            theme_id: number;
            /** @description Syntax colours of the historic web interface. */
            color_scheme_id: number;
            /**
             * @description How many projects the user can create.
             * @example 10
             */
            projects_limit: number;
            identities: components["schemas"]["IdentityView"][];
            /**
             * @description Whether the user may create groups.
             * @example true
             */
            can_create_group: boolean;
            /**
             * @description Whether the user may create a project.
             * @example true
             */
            can_create_project: boolean;
            /** @description Always false: the service has no two-factor authentication. */
            two_factor_enabled: boolean;
            /** @description External users see only public projects and projects they are a member of. */
            external: boolean;
            /**
             * @description The private token.
             * @example aB3dE5fG7hJ9kL1mN3pQ
             */
            private_token: string;
        };
        DeletedNoteAuthorView: {
            /**
             * @description Identifier of the user.
             * @example 2
             */
            id: number;
            /**
             * @description Login name.
             * @example ada
             */
            username: string;
            /**
             * @description Primary address.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description Display name.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description Blocked users cannot use the service.
             * @enum {string}
             */
            state: "active" | "blocked" | "ldap_blocked";
            /**
             * Format: date-time
             * @description When the account was created.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: uri
             * @description Avatar, served by the service itself.
             * @example http://127.0.0.1:3000/avatars/2.svg
             */
            avatar_url: string;
            /**
             * Format: uri
             * @description Page of the user.
             * @example http://127.0.0.1:3000/ada
             */
            web_url: string;
        };
        DeletedNoteView: {
            /** @description Identifier of the note. */
            id: number;
            /**
             * @description Content of the note, as it was given.
             * @example Which panel is that?
             */
            body: string;
            /** @description Always null. */
            attachment: null;
            /**
             * Format: date-time
             * @description When it was written.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /** @description Written by the service itself. */
            system: boolean;
            /** @description The body is exactly a thumbs up. */
            upvote: boolean;
            /** @description The body is exactly a thumbs down. */
            downvote: boolean;
            /** @description What it was written on. */
            noteable_id: number;
            /**
             * @description What that is.
             * @enum {string}
             */
            noteable_type: "Issue" | "Snippet" | "MergeRequest";
            author: components["schemas"]["DeletedNoteAuthorView"];
        };
        EmailView: {
            /** @description Identifier of the email. */
            id: number;
            /**
             * @description The address, lower case.
             * @example ada@analytical.example
             */
            email: string;
        };
        /** @description What went wrong: a sentence, or texts by the name of the parameter they are about. */
        Error: {
            message: string | {
                [key: string]: string[];
            };
        };
        EventView: {
            /** @description Always null. */
            title: null;
            /** @description The project it happened in. */
            project_id: number;
            /**
             * @description What was done.
             * @example commented on
             * @enum {string}
             */
            action_name: "created" | "opened" | "closed" | "accepted" | "commented on" | "joined" | "left" | "pushed to" | "pushed new" | "deleted";
            /**
             * @description What it was done to.
             * @example 1
             */
            target_id: number | null;
            /**
             * @description What that is; null for the project itself.
             * @example Note
             */
            target_type: string | null;
            /**
             * @description Who did it.
             * @example 2
             */
            author_id: number;
            author: components["schemas"]["UserSummaryView"];
            /**
             * @description His login name.
             * @example ada
             */
            author_username: string;
            /** @example null */
            data: components["schemas"]["PushDataView"] | null;
            /**
             * @description Title of the target; for a note, of what it was written on.
             * @example A moth in relay 70
             */
            target_title: string | null;
            /**
             * Format: date-time
             * @description When it was done.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            note?: components["schemas"]["NoteView"];
        };
        FullUserView: {
            /**
             * @description Identifier of the user.
             * @example 2
             */
            id: number;
            /**
             * @description Login name.
             * @example ada
             */
            username: string;
            /**
             * @description Display name.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description Blocked users cannot use the service.
             * @enum {string}
             */
            state: "active" | "blocked" | "ldap_blocked";
            /**
             * Format: uri
             * @description Avatar, served by the service itself.
             * @example http://127.0.0.1:3000/avatars/2.svg
             */
            avatar_url: string;
            /**
             * Format: uri
             * @description Page of the user.
             * @example http://127.0.0.1:3000/ada
             */
            web_url: string;
            /**
             * Format: date-time
             * @description When the account was created.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /** @description Whether the user is an administrator. */
            is_admin: boolean;
            /**
             * @description Short biography.
             * @example Notes on engines.
             */
            bio: string | null;
            /**
             * @description Location.
             * @example London
             */
            location: string | null;
            /**
             * @description Name on a messenger; empty if not set.
             * @example ada
             */
            messenger: string;
            /**
             * @description Name on a professional network; empty if not set.
             * @example ada-lovelace
             */
            professional_network: string;
            /**
             * @description Name on a microblog; empty if not set.
             * @example
             */
            microblog: string;
            /**
             * @description Website; empty if not set.
             * @example https://example.com/ada
             */
            website_url: string;
            /**
             * @description Employer or organization.
             * @example Analytical Engines
             */
            organization: string | null;
            /**
             * @description Primary email address.
             * @example ada@example.com
             */
            email: string;
            /**
             * Format: date-time
             * @description The sign-in before the current one.
             * @example 2026-01-31T12:00:00.000Z
             */
            last_sign_in_at: string | null;
            /**
             * Format: date-time
             * @description The latest sign-in.
             * @example 2026-01-31T12:00:00.000Z
             */
            current_sign_in_at: string | null;
            /**
             * Format: date-time
             * @description When the address was confirmed.
             * @example 2026-01-31T12:00:00.000Z
             */
            confirmed_at: string | null;
            /**
             * @description Theme of the historic web interface.
             * @example 2
             */
            theme_id: number;
            /** @description Syntax colours of the historic web interface. */
            color_scheme_id: number;
            /**
             * @description How many projects the user can create.
             * @example 10
             */
            projects_limit: number;
            identities: components["schemas"]["IdentityView"][];
            /**
             * @description Whether the user may create groups.
             * @example true
             */
            can_create_group: boolean;
            /**
             * @description Whether the user may create a project.
             * @example true
             */
            can_create_project: boolean;
            /** @description Always false: the service has no two-factor authentication. */
            two_factor_enabled: boolean;
            /** @description External users see only public projects and projects they are a member of. */
            external: boolean;
        };
        GiveAwardParams: {
            /**
             * @description A name of an emoji, without colons; an alias is turned into the name.
             * @example tada
             */
            name: string;
        };
        HealthView: {
            /**
             * @description `ok` when it answers at all.
             * @example ok
             */
            status: string;
        };
        IdentityView: {
            /**
             * @description The external account provider.
             * @example ldapmain
             */
            provider: string;
            /**
             * @description Identifier of the user at that provider.
             * @example uid=ada,ou=people,dc=example,dc=com
             */
            extern_uid: string;
        };
        IssueView: {
            /** @description Identifier, used in paths. */
            id: number;
            /** @description Number within the project. */
            iid: number;
            /** @description The project. */
            project_id: number;
            /**
             * @description Title.
             * @example A moth in relay 70
             */
            title: string;
            /**
             * @description Description.
             * @example First actual case of a bug being found.
             */
            description: string | null;
            /**
             * Format: date-time
             * @description When it was opened.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed, or was commented on.
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at: string;
            /** @description Always empty. */
            labels: string[];
            /** @description Always null. */
            milestone: null;
            assignee: components["schemas"]["UserSummaryView"] | null;
            author: components["schemas"]["UserSummaryView"];
            /**
             * Format: uri
             * @description Its page.
             * @example http://127.0.0.1:3000/ada/analytical-engine/issues/1
             */
            web_url: string;
            /**
             * @description A reopened issue counts as opened in filters.
             * @enum {string}
             */
            state: "opened" | "reopened" | "closed";
            /** @description Seen by its author, its assignee, and reporters and up. */
            confidential: boolean;
            /** @description Always null. */
            due_date: null;
        };
        KeyView: {
            /** @description Identifier of the key. */
            id: number;
            /**
             * @description What its owner calls it.
             * @example Laptop
             */
            title: string;
            /**
             * @description The public key as it was given, one line.
             * @example ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL18lkwJP5F6hH3gN4yGNqD6BjDw5BWJQSXZuGaUIMFF ada@laptop
             */
            key: string;
            /**
             * Format: date-time
             * @description When it was added.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
        };
        MemberView: {
            /**
             * @description Display name.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description Login name.
             * @example ada
             */
            username: string;
            /**
             * @description Identifier of the user.
             * @example 2
             */
            id: number;
            /**
             * @description Blocked users cannot use the service.
             * @enum {string}
             */
            state: "active" | "blocked" | "ldap_blocked";
            /**
             * Format: uri
             * @description Avatar, served by the service itself.
             * @example http://127.0.0.1:3000/avatars/2.svg
             */
            avatar_url: string;
            /**
             * Format: uri
             * @description Page of the user.
             * @example http://127.0.0.1:3000/ada
             */
            web_url: string;
            /**
             * @description 10 guest, 20 reporter, 30 developer, 40 master.
             * @example 30
             * @enum {integer}
             */
            access_level: 10 | 20 | 30 | 40;
        };
        MergeRequestView: {
            /** @description Identifier, used in paths. */
            id: number;
            /** @description Number within the project. */
            iid: number;
            /** @description The project. */
            project_id: number;
            /**
             * @description Title.
             * @example A moth in relay 70
             */
            title: string;
            /**
             * @description Description.
             * @example First actual case of a bug being found.
             */
            description: string | null;
            /**
             * Format: date-time
             * @description When it was opened.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed, or was commented on.
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at: string;
            /** @description Always empty. */
            labels: string[];
            /** @description Always null. */
            milestone: null;
            assignee: components["schemas"]["UserSummaryView"] | null;
            author: components["schemas"]["UserSummaryView"];
            /**
             * Format: uri
             * @description Its page.
             * @example http://127.0.0.1:3000/ada/analytical-engine/merge_requests/1
             */
            web_url: string;
            /**
             * @description A reopened merge request counts as opened in filters.
             * @enum {string}
             */
            state: "opened" | "reopened" | "closed" | "merged";
            /**
             * @description Branch with the changes.
             * @example carry
             */
            source_branch: string;
            /**
             * @description Branch it is to go to.
             * @example master
             */
            target_branch: string;
            /** @description The project. */
            source_project_id: number;
            /** @description The project. */
            target_project_id: number;
            /** @description Whether the title begins with `WIP`. */
            work_in_progress: boolean;
            /** @description Always false. */
            merge_when_build_succeeds: boolean;
            /**
             * @description There is no repository to look into.
             * @enum {string}
             */
            merge_status: "unchecked";
        };
        NoteAuthorView: {
            /**
             * @description Identifier of the user.
             * @example 2
             */
            id: number;
            /**
             * @description Login name.
             * @example ada
             */
            username: string;
            /**
             * @description Primary address.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description Display name.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description Blocked users cannot use the service.
             * @enum {string}
             */
            state: "active" | "blocked" | "ldap_blocked";
            /**
             * Format: date-time
             * @description When the account was created.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
        };
        NoteView: {
            /** @description Identifier of the note. */
            id: number;
            /**
             * @description Content of the note, as it was given.
             * @example Which panel is that?
             */
            body: string;
            /** @description Always null. */
            attachment: null;
            /**
             * Format: date-time
             * @description When it was written.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /** @description Written by the service itself. */
            system: boolean;
            /** @description The body is exactly a thumbs up. */
            upvote: boolean;
            /** @description The body is exactly a thumbs down. */
            downvote: boolean;
            /** @description What it was written on. */
            noteable_id: number;
            /**
             * @description What that is.
             * @enum {string}
             */
            noteable_type: "Issue" | "Snippet" | "MergeRequest";
            author: components["schemas"]["NoteAuthorView"];
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at: string;
        };
        OwnedKeyView: {
            /** @description Identifier of the key. */
            id: number;
            /**
             * @description What its owner calls it.
             * @example Laptop
             */
            title: string;
            /**
             * @description The public key as it was given, one line.
             * @example ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL18lkwJP5F6hH3gN4yGNqD6BjDw5BWJQSXZuGaUIMFF ada@laptop
             */
            key: string;
            /**
             * Format: date-time
             * @description When it was added.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            user: components["schemas"]["FullUserView"];
        };
        ProjectView: {
            /** @description Identifier of the project. */
            id: number;
            /**
             * @description What it is about.
             * @example Mill and store.
             */
            description: string | null;
            /**
             * @description Whether everybody with a token may read it.
             * @example true
             */
            public: boolean;
            /**
             * @description 0 private, 10 internal, 20 public.
             * @example 20
             * @enum {integer}
             */
            visibility_level: 0 | 10 | 20;
            /**
             * Format: uri
             * @description Page of the project.
             * @example http://127.0.0.1:3000/ada/analytical-engine
             */
            web_url: string;
            owner: components["schemas"]["UserSummaryView"];
            /**
             * @description Name to show.
             * @example Analytical Engine
             */
            name: string;
            /**
             * @description Name with that of its owner.
             * @example Ada Lovelace / Analytical Engine
             */
            name_with_namespace: string;
            /**
             * @description Name in paths.
             * @example analytical-engine
             */
            path: string;
            /**
             * @description `namespace/path`; with `%2F` it stands for the id in paths.
             * @example ada/analytical-engine
             */
            path_with_namespace: string;
            /**
             * @description Always true.
             * @example true
             */
            issues_enabled: boolean;
            /**
             * @description Always true.
             * @example true
             */
            merge_requests_enabled: boolean;
            /**
             * @description Always true.
             * @example true
             */
            snippets_enabled: boolean;
            /** @description Always false. */
            archived: boolean;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When an issue or merge request was last opened in it.
             * @example 2026-01-31T12:00:00.000Z
             */
            last_activity_at: string;
            /**
             * @description The owner.
             * @example 2
             */
            creator_id: number;
        };
        PushDataView: {
            /**
             * @description The commit the ref pointed to; zeros when it is new.
             * @example 95790bf891e76fee5e1747ab589903a6a1f80f22
             */
            before: string;
            /**
             * @description The commit it points to now; zeros when it is deleted.
             * @example da1560886d4f094c3e6c9ef40349f7d38b5d27d7
             */
            after: string;
            /**
             * @description The ref, such as `refs/heads/master`.
             * @example refs/heads/master
             */
            ref: string;
            /**
             * @description Who pushed.
             * @example 2
             */
            user_id: number;
            /**
             * @description His name to show.
             * @example Ada Lovelace
             */
            user_name: string;
            repository: components["schemas"]["RepositoryView"];
            commits: components["schemas"]["CommitView"][];
            /** @description How many commits were pushed. */
            total_commits_count: number;
        };
        RepositoryView: {
            /**
             * @description Name of the project.
             * @example Analytical Engine
             */
            name: string;
            /**
             * Format: uri
             * @description Where it would be cloned from.
             * @example http://127.0.0.1:3000/ada/analytical-engine.git
             */
            url: string;
            /**
             * @description Description of the project; empty when it has none.
             * @example Mill and store.
             */
            description: string;
            /**
             * Format: uri
             * @description Page of the project.
             * @example http://127.0.0.1:3000/ada/analytical-engine
             */
            homepage: string;
        };
        SessionParams: {
            /**
             * @description Username or primary email address. Required unless `email` is given.
             * @example ada
             */
            login?: string;
            /** @description Used as `login` if `login` is not given. */
            email?: string;
            /**
             * @description Password.
             * @example correct-horse
             */
            password: string;
        };
        SnippetNoteView: {
            /** @description Identifier of the note. */
            id: number;
            /**
             * @description Content of the note, as it was given.
             * @example Which panel is that?
             */
            body: string;
            /** @description Always null. */
            attachment: null;
            /**
             * Format: date-time
             * @description When it was written.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /** @description Written by the service itself. */
            system: boolean;
            /** @description The body is exactly a thumbs up. */
            upvote: boolean;
            /** @description The body is exactly a thumbs down. */
            downvote: boolean;
            /** @description What it was written on. */
            noteable_id: number;
            /**
             * @description What that is.
             * @enum {string}
             */
            noteable_type: "Issue" | "Snippet" | "MergeRequest";
            author: components["schemas"]["NoteAuthorView"];
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at: string;
            /**
             * @description Title of the snippet.
             * @example Bernoulli numbers
             */
            title: string;
            /**
             * @description Name of the file of the snippet.
             * @example note_g.rb
             */
            file_name: string;
            /** @description Always null: the snippet stays. */
            expires_at: null;
        };
        SnippetView: {
            /** @description Identifier of the snippet. */
            id: number;
            /**
             * @description Title.
             * @example Bernoulli numbers
             */
            title: string;
            /**
             * @description Name of the file it would be in.
             * @example note_g.rb
             */
            file_name: string;
            author: components["schemas"]["NoteAuthorView"];
            /**
             * @description 0 private, 10 internal, 20 public.
             * @example 20
             * @enum {integer}
             */
            visibility_level: 0 | 10 | 20;
            /** @description Always null: it stays. */
            expires_at: null;
            /**
             * Format: date-time
             * @description When it last changed, or was commented on.
             * @example 2026-01-31T12:00:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: uri
             * @description Page of the snippet.
             * @example http://127.0.0.1:3000/ada/analytical-engine/snippets/1
             */
            web_url: string;
        };
        UpdateIssueParams: {
            /**
             * @description Description.
             * @example First actual case of a bug being found.
             */
            description?: string | null;
            /** @description Who is to do it; 0, null or an empty text for nobody. Left out of what callers below reporter send. */
            assignee_id?: number | null;
            /** @description Seen by author, assignee, reporters and up only. */
            confidential?: boolean;
            /**
             * @description Title.
             * @example A moth in relay 70
             */
            title?: string;
            /**
             * @description Closes or reopens it.
             * @example close
             * @enum {string}
             */
            state_event?: "close" | "reopen";
        };
        UpdateMemberParams: {
            /**
             * @description 10 guest, 20 reporter, 30 developer, 40 master.
             * @example 30
             * @enum {integer}
             */
            access_level: 10 | 20 | 30 | 40;
        };
        UpdateMergeRequestParams: {
            /**
             * @description Description.
             * @example First actual case of a bug being found.
             */
            description?: string | null;
            /** @description Who is to do it; 0, null or an empty text for nobody. Left out of what callers below developer send. */
            assignee_id?: number | null;
            /**
             * @description Title.
             * @example A moth in relay 70
             */
            title?: string;
            /**
             * @description Branch it is to go to.
             * @example master
             */
            target_branch?: string;
            /**
             * @description Closes, reopens or merges it; to merge is for developers and up.
             * @enum {string}
             */
            state_event?: "close" | "reopen" | "merge";
        };
        UpdateNoteParams: {
            /**
             * @description Content of the note.
             * @example Which panel is that?
             */
            body: string;
        };
        UpdateProjectParams: {
            /** @description Name in paths: letters, digits, `_`, `-`, `.`; made from the name when absent. */
            path?: string;
            /**
             * @description What it is about.
             * @example Mill and store.
             */
            description?: string | null;
            /**
             * @description 0 private, 10 internal, 20 public.
             * @example 20
             * @enum {integer}
             */
            visibility_level?: 0 | 10 | 20;
            /**
             * @description Name to show.
             * @example Analytical Engine
             */
            name?: string;
        };
        UpdateSnippetParams: {
            /**
             * @description Title.
             * @example Bernoulli numbers
             */
            title?: string;
            /**
             * @description Name of the file it would be in.
             * @example note_g.rb
             */
            file_name?: string;
            /**
             * @description The code itself.
             * @example b = [1r]
             */
            code?: string;
            /**
             * @description Who of those that read the project reads it: 0 members, 10 internal, 20 all.
             * @example 20
             * @enum {integer}
             */
            visibility_level?: 0 | 10 | 20;
        };
        UpdateUserParams: {
            /** @description Name on a messenger. Null or an empty text clears it. */
            messenger?: string | null;
            /** @description Name on a professional network. Null or an empty text clears it. */
            professional_network?: string | null;
            /** @description Name on a microblog. Null or an empty text clears it. */
            microblog?: string | null;
            /** @description Website. Null or an empty text clears it. */
            website_url?: string | null;
            /**
             * @description Employer or organization. Null or an empty text clears it.
             * @example Analytical Engines
             */
            organization?: string | null;
            /**
             * @description Short biography. Null or an empty text clears it.
             * @example Notes on engines.
             */
            bio?: string | null;
            /** @description Location. Null or an empty text clears it. */
            location?: string | null;
            /** @description How many projects the user can create. */
            projects_limit?: number;
            /** @description Identifier of the user at `provider`. Give both or neither. */
            extern_uid?: string;
            /** @description An external account provider, such as LDAP. */
            provider?: string;
            /** @description Whether the user is an administrator. */
            admin?: boolean;
            /** @description Whether the user may create groups. */
            can_create_group?: boolean;
            /** @description External users see only public projects and projects they are a member of. They cannot create projects or groups. */
            external?: boolean;
            /**
             * Format: email
             * @description Primary email address. Unique among all addresses of all users.
             * @example ada@example.com
             */
            email?: string;
            /**
             * @description Password, 8 to 128 characters.
             * @example correct-horse
             */
            password?: string;
            /**
             * @description Login name: letters, digits, `_`, `-`, `.`. Unique, ignoring case.
             * @example ada
             */
            username?: string;
            /**
             * @description Display name.
             * @example Ada Lovelace
             */
            name?: string;
        };
        UserProfileView: {
            /**
             * @description Identifier of the user.
             * @example 2
             */
            id: number;
            /**
             * @description Login name.
             * @example ada
             */
            username: string;
            /**
             * @description Display name.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description Blocked users cannot use the service.
             * @enum {string}
             */
            state: "active" | "blocked" | "ldap_blocked";
            /**
             * Format: uri
             * @description Avatar, served by the service itself.
             * @example http://127.0.0.1:3000/avatars/2.svg
             */
            avatar_url: string;
            /**
             * Format: uri
             * @description Page of the user.
             * @example http://127.0.0.1:3000/ada
             */
            web_url: string;
            /**
             * Format: date-time
             * @description When the account was created.
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /** @description Whether the user is an administrator. */
            is_admin: boolean;
            /**
             * @description Short biography.
             * @example Notes on engines.
             */
            bio: string | null;
            /**
             * @description Location.
             * @example London
             */
            location: string | null;
            /**
             * @description Name on a messenger; empty if not set.
             * @example ada
             */
            messenger: string;
            /**
             * @description Name on a professional network; empty if not set.
             * @example ada-lovelace
             */
            professional_network: string;
            /**
             * @description Name on a microblog; empty if not set.
             * @example
             */
            microblog: string;
            /**
             * @description Website; empty if not set.
             * @example https://example.com/ada
             */
            website_url: string;
            /**
             * @description Employer or organization.
             * @example Analytical Engines
             */
            organization: string | null;
        };
        UserSummaryView: {
            /**
             * @description Display name.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description Login name.
             * @example ada
             */
            username: string;
            /**
             * @description Identifier of the user.
             * @example 2
             */
            id: number;
            /**
             * @description Blocked users cannot use the service.
             * @enum {string}
             */
            state: "active" | "blocked" | "ldap_blocked";
            /**
             * Format: uri
             * @description Avatar, served by the service itself.
             * @example http://127.0.0.1:3000/avatars/2.svg
             */
            avatar_url: string;
            /**
             * Format: uri
             * @description Page of the user.
             * @example http://127.0.0.1:3000/ada
             */
            web_url: string;
        };
        UserView: {
            /**
             * @description Identifier of the user.
             * @example 2
             */
            id: number;
            /**
             * @description Login name.
             * @example ada
             */
            username: string;
            /**
             * @description Display name.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description Blocked users cannot use the service.
             * @enum {string}
             */
            state: "active" | "blocked" | "ldap_blocked";
            /**
             * Format: uri
             * @description Avatar, served by the service itself.
             * @example http://127.0.0.1:3000/avatars/2.svg
             */
            avatar_url: string;
            /**
             * Format: uri
             * @description Page of the user.
             * @example http://127.0.0.1:3000/ada
             */
            web_url: string;
        };
    };
    responses: {
        /** @description Parameters are missing or invalid, or the request cannot be read. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No token, an unknown one, or that of a blocked user. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller, or the user acted as, may not do this. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description What the path names does not exist, or the caller may not see it. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request did not arrive in time. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It is there already. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is too long. */
        ContentTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The address is too long. */
        UriTooLong: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is neither JSON nor a form. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too often. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The headers are too long. */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A fault of the service. */
        InternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The database is away, or the service stops. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
        SudoHeader: string;
        /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
        SudoQuery: string;
    };
    requestBodies: never;
    headers: {
        /** @description The id under which the log of the service knows the request. */
        "X-Request-Id": string;
        /** @description Whole seconds to wait before trying again. */
        "Retry-After": number;
        /** @description The pages around this one: rel prev, next, first and last. */
        Link: string;
        /** @description Items on a page. */
        "X-Per-Page": number;
        /** @description This page; not by keyset. */
        "X-Page": number;
        /** @description The next page, or empty; not by keyset. */
        "X-Next-Page": string;
        /** @description The page before, or empty; not by keyset. */
        "X-Prev-Page": string;
        /** @description Items of the list; not by keyset, nor of long lists. */
        "X-Total": number;
        /** @description Pages of the list, where X-Total is given. */
        "X-Total-Pages": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    confirmEmail: {
        parameters: {
            query: {
                /** @description The secret from the confirmation mail. */
                confirmation_token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": boolean;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getKeyByFingerprint: {
        parameters: {
            query: {
                /** @description The fingerprint as `ssh-keygen -l` prints it: `SHA256:...`, or MD5. */
                fingerprint: string;
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnedKeyView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProject: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectParams"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateProjectParams"];
                "multipart/form-data": components["schemas"]["CreateProjectParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAllProjects: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listVisibleProjects: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProject: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProject: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProjectParams"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateProjectParams"];
                "multipart/form-data": components["schemas"]["UpdateProjectParams"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteProject: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjectIssues: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description Newest first, or oldest. */
                sort?: "asc" | "desc";
                /** @description Which issues. */
                state?: "opened" | "closed" | "all";
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    "X-Total": components["headers"]["X-Total"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProjectIssue: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateIssueParams"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateIssueParams"];
                "multipart/form-data": components["schemas"]["CreateIssueParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProjectIssue: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the issue. */
                issue_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProjectIssue: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the issue. */
                issue_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateIssueParams"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateIssueParams"];
                "multipart/form-data": components["schemas"]["UpdateIssueParams"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteProjectIssue: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the issue. */
                issue_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listIssueAwardEmoji: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the issue. */
                issue_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createIssueAwardEmoji: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the issue. */
                issue_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GiveAwardParams"];
                "application/x-www-form-urlencoded": components["schemas"]["GiveAwardParams"];
                "multipart/form-data": components["schemas"]["GiveAwardParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getIssueAwardEmoji: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the issue. */
                issue_id: number;
                /** @description Identifier of the award emoji. */
                award_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteIssueAwardEmoji: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the issue. */
                issue_id: number;
                /** @description Identifier of the award emoji. */
                award_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listIssueNotes: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description Oldest first, or newest. */
                sort?: "asc" | "desc";
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the issue. */
                issue_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    "X-Total": components["headers"]["X-Total"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createIssueNote: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the issue. */
                issue_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateNoteParams"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateNoteParams"];
                "multipart/form-data": components["schemas"]["CreateNoteParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteView"] | components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getIssueNote: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the issue. */
                issue_id: number;
                /** @description Identifier of the note. */
                note_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateIssueNote: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the issue. */
                issue_id: number;
                /** @description Identifier of the note. */
                note_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateNoteParams"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateNoteParams"];
                "multipart/form-data": components["schemas"]["UpdateNoteParams"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteIssueNote: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the issue. */
                issue_id: number;
                /** @description Identifier of the note. */
                note_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedNoteView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listIssueNoteAwardEmoji: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the issue. */
                issue_id: number;
                /** @description Identifier of the note. */
                note_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createIssueNoteAwardEmoji: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the issue. */
                issue_id: number;
                /** @description Identifier of the note. */
                note_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GiveAwardParams"];
                "application/x-www-form-urlencoded": components["schemas"]["GiveAwardParams"];
                "multipart/form-data": components["schemas"]["GiveAwardParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getIssueNoteAwardEmoji: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the issue. */
                issue_id: number;
                /** @description Identifier of the note. */
                note_id: number;
                /** @description Identifier of the award emoji. */
                award_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteIssueNoteAwardEmoji: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the issue. */
                issue_id: number;
                /** @description Identifier of the note. */
                note_id: number;
                /** @description Identifier of the award emoji. */
                award_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjectMembers: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProjectMember: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMemberParams"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateMemberParams"];
                "multipart/form-data": components["schemas"]["CreateMemberParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProjectMember: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the member. */
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProjectMember: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the member. */
                user_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMemberParams"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateMemberParams"];
                "multipart/form-data": components["schemas"]["UpdateMemberParams"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteProjectMember: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the member. */
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjectMergeRequests: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description Newest first, or oldest. */
                sort?: "asc" | "desc";
                /** @description Which merge requests. */
                state?: "opened" | "closed" | "merged" | "all";
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    "X-Total": components["headers"]["X-Total"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MergeRequestView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProjectMergeRequest: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMergeRequestParams"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateMergeRequestParams"];
                "multipart/form-data": components["schemas"]["CreateMergeRequestParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MergeRequestView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProjectMergeRequest: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the merge request. */
                merge_request_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MergeRequestView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProjectMergeRequest: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the merge request. */
                merge_request_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateMergeRequestParams"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateMergeRequestParams"];
                "multipart/form-data": components["schemas"]["UpdateMergeRequestParams"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MergeRequestView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteProjectMergeRequest: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the merge request. */
                merge_request_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MergeRequestView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMergeRequestAwardEmoji: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the merge request. */
                merge_request_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMergeRequestAwardEmoji: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the merge request. */
                merge_request_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GiveAwardParams"];
                "application/x-www-form-urlencoded": components["schemas"]["GiveAwardParams"];
                "multipart/form-data": components["schemas"]["GiveAwardParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMergeRequestAwardEmoji: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the merge request. */
                merge_request_id: number;
                /** @description Identifier of the award emoji. */
                award_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteMergeRequestAwardEmoji: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the merge request. */
                merge_request_id: number;
                /** @description Identifier of the award emoji. */
                award_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMergeRequestNotes: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description Oldest first, or newest. */
                sort?: "asc" | "desc";
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the merge request. */
                merge_request_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    "X-Total": components["headers"]["X-Total"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMergeRequestNote: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the merge request. */
                merge_request_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateNoteParams"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateNoteParams"];
                "multipart/form-data": components["schemas"]["CreateNoteParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteView"] | components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMergeRequestNote: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the merge request. */
                merge_request_id: number;
                /** @description Identifier of the note. */
                note_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateMergeRequestNote: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the merge request. */
                merge_request_id: number;
                /** @description Identifier of the note. */
                note_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateNoteParams"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateNoteParams"];
                "multipart/form-data": components["schemas"]["UpdateNoteParams"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteMergeRequestNote: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the merge request. */
                merge_request_id: number;
                /** @description Identifier of the note. */
                note_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedNoteView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMergeRequestNoteAwardEmoji: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the merge request. */
                merge_request_id: number;
                /** @description Identifier of the note. */
                note_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMergeRequestNoteAwardEmoji: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the merge request. */
                merge_request_id: number;
                /** @description Identifier of the note. */
                note_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GiveAwardParams"];
                "application/x-www-form-urlencoded": components["schemas"]["GiveAwardParams"];
                "multipart/form-data": components["schemas"]["GiveAwardParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMergeRequestNoteAwardEmoji: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the merge request. */
                merge_request_id: number;
                /** @description Identifier of the note. */
                note_id: number;
                /** @description Identifier of the award emoji. */
                award_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteMergeRequestNoteAwardEmoji: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the merge request. */
                merge_request_id: number;
                /** @description Identifier of the note. */
                note_id: number;
                /** @description Identifier of the award emoji. */
                award_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProjectPushEvent: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePushEventParams"];
                "application/x-www-form-urlencoded": components["schemas"]["CreatePushEventParams"];
                "multipart/form-data": components["schemas"]["CreatePushEventParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjectSnippets: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnippetView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProjectSnippet: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSnippetParams"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateSnippetParams"];
                "multipart/form-data": components["schemas"]["CreateSnippetParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnippetView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProjectSnippet: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the snippet. */
                snippet_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnippetView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProjectSnippet: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the snippet. */
                snippet_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSnippetParams"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateSnippetParams"];
                "multipart/form-data": components["schemas"]["UpdateSnippetParams"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnippetView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteProjectSnippet: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the snippet. */
                snippet_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnippetView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSnippetAwardEmoji: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the snippet. */
                snippet_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSnippetAwardEmoji: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the snippet. */
                snippet_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GiveAwardParams"];
                "application/x-www-form-urlencoded": components["schemas"]["GiveAwardParams"];
                "multipart/form-data": components["schemas"]["GiveAwardParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSnippetAwardEmoji: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the snippet. */
                snippet_id: number;
                /** @description Identifier of the award emoji. */
                award_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSnippetAwardEmoji: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the snippet. */
                snippet_id: number;
                /** @description Identifier of the award emoji. */
                award_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSnippetNotes: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description Oldest first, or newest. */
                sort?: "asc" | "desc";
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the snippet. */
                snippet_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    "X-Total": components["headers"]["X-Total"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSnippetNote: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the snippet. */
                snippet_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateNoteParams"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateNoteParams"];
                "multipart/form-data": components["schemas"]["CreateNoteParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteView"] | components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSnippetNote: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the snippet. */
                snippet_id: number;
                /** @description Identifier of the note. */
                note_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnippetNoteView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSnippetNote: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the snippet. */
                snippet_id: number;
                /** @description Identifier of the note. */
                note_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateNoteParams"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateNoteParams"];
                "multipart/form-data": components["schemas"]["UpdateNoteParams"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSnippetNote: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the snippet. */
                snippet_id: number;
                /** @description Identifier of the note. */
                note_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedNoteView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSnippetNoteAwardEmoji: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the snippet. */
                snippet_id: number;
                /** @description Identifier of the note. */
                note_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSnippetNoteAwardEmoji: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the snippet. */
                snippet_id: number;
                /** @description Identifier of the note. */
                note_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GiveAwardParams"];
                "application/x-www-form-urlencoded": components["schemas"]["GiveAwardParams"];
                "multipart/form-data": components["schemas"]["GiveAwardParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSnippetNoteAwardEmoji: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the snippet. */
                snippet_id: number;
                /** @description Identifier of the note. */
                note_id: number;
                /** @description Identifier of the award emoji. */
                award_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSnippetNoteAwardEmoji: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the snippet. */
                snippet_id: number;
                /** @description Identifier of the note. */
                note_id: number;
                /** @description Identifier of the award emoji. */
                award_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardEmojiView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSnippetCode: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the project, or its URL-encoded `namespace%2Fpath`. */
                id: number | string;
                /** @description Identifier of the snippet. */
                snippet_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionParams"];
                "application/x-www-form-urlencoded": components["schemas"]["SessionParams"];
                "multipart/form-data": components["schemas"]["SessionParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUserView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCurrentUser: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullUserView"] | components["schemas"]["CurrentUserView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCurrentUserEmails: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    "X-Total": components["headers"]["X-Total"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCurrentUserEmail: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEmailParams"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateEmailParams"];
                "multipart/form-data": components["schemas"]["CreateEmailParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCurrentUserEmail: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the email. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCurrentUserEmail: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the email. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailView"] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCurrentUserKeys: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    "X-Total": components["headers"]["X-Total"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCurrentUserKey: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyParams"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateKeyParams"];
                "multipart/form-data": components["schemas"]["CreateKeyParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCurrentUserKey: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the key. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCurrentUserKey: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the key. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description Only users who are not blocked. */
                active?: true;
                /** @description Only blocked users. */
                blocked?: true;
                /** @description Only external users. */
                external?: true;
                /** @description Part of a username, or a whole email address. Administrators can also search for part of an address. */
                search?: string;
                /** @description The exact username, ignoring case. */
                username?: string;
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    "X-Total": components["headers"]["X-Total"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["UserView"] | components["schemas"]["FullUserView"])[];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createUser: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserParams"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateUserParams"];
                "multipart/form-data": components["schemas"]["CreateUserParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullUserView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the user. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserProfileView"] | components["schemas"]["FullUserView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateUser: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the user. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateUserParams"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateUserParams"];
                "multipart/form-data": components["schemas"]["UpdateUserParams"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullUserView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteUser: {
        parameters: {
            query?: {
                /** @description Also deletes the user's notes, issues and projects. Otherwise they go to the user `ghost`. */
                hard_delete?: boolean;
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the user. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullUserView"] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    blockUser: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the user. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": boolean;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    blockUserWithPost: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the user. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": boolean;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listUserEmails: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the user. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    "X-Total": components["headers"]["X-Total"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createUserEmail: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the user. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEmailParams"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateEmailParams"];
                "multipart/form-data": components["schemas"]["CreateEmailParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listUserEvents: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description Only events with this `action_name`. */
                action?: "created" | "opened" | "closed" | "accepted" | "commented on" | "joined" | "left" | "pushed to" | "pushed new" | "deleted";
                /** @description Only events with this `target_type`. */
                target_type?: "Issue" | "MergeRequest" | "Note";
                /** @description Only events before this day (UTC). */
                before?: string;
                /** @description Only events after this day (UTC). */
                after?: string;
                /** @description Newest first, or oldest. */
                sort?: "asc" | "desc";
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the user. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    "X-Total": components["headers"]["X-Total"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listUserKeys: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Items on a page. */
                per_page?: number;
                /** @description `keyset` follows the Link header by cursor: constant cost however long the list, no totals. */
                pagination?: "offset" | "keyset";
                /** @description Where a keyset page begins: taken from the Link header of the page before. */
                cursor?: string;
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the user. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "X-Per-Page": components["headers"]["X-Per-Page"];
                    "X-Page": components["headers"]["X-Page"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    "X-Total": components["headers"]["X-Total"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createUserKey: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the user. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyParams"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateKeyParams"];
                "multipart/form-data": components["schemas"]["CreateKeyParams"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    unblockUser: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the user. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": boolean;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    unblockUserWithPost: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the user. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": boolean;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteUserEmail: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the user. */
                uid: number;
                /** @description Identifier of the email. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteUserKey: {
        parameters: {
            query?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                sudo?: components["parameters"]["SudoQuery"];
            };
            header?: {
                /** @description The id or the username of the user an administrator acts as. From then on the rights of that user decide. */
                Sudo?: components["parameters"]["SudoHeader"];
            };
            path: {
                /** @description Identifier of the user. */
                uid: number;
                /** @description Identifier of the key. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the user, with `.svg`. */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthView"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getHealthReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthView"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getKeyFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Login name of the user. */
                username: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
