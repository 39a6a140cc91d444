# The job of a client, done with Debian's libgitlab-api-v4-perl. Reads what it starts from as JSON on stdin, prints what
# it got as JSON. See job.ts.
use strict;
use warnings;
use GitLab::API::v4;
use JSON;

my $json  = JSON->new->utf8->allow_nonref->canonical;
my $given = $json->decode( do { local $/; <STDIN> } );
my %answers;

sub client_of {
    my ( $name, %options ) = @_;
    return GitLab::API::v4->new(
        url           => "$given->{url}/api/v3",
        private_token => $given->{$name},
        %options,
    );
}

# The library puts the status and the start of the response into its message.
sub refusal {
    my ($call) = @_;
    return 'not refused' if eval { $call->(); 1 };
    return $@ =~ /\(HTTP (\d+)\): (.*)/ ? [ $1 + 0, $2 ] : "$@";
}

sub part {
    my ( $name, $work ) = @_;
    $answers{$name} = eval { $work->() } // "failed: $@";
}

sub names { my ( $field, $list ) = @_; return [ map { $_->{$field} } @$list ]; }

my ( $root, $ada ) = ( client_of('root'), client_of('ada') );
my $project = $given->{project};

part user => sub {
    # It returns nothing.
    $root->create_user(
        {   email => 'carol@example.com', password => 'a password', username => 'carol',
            name  => 'Carol', projects_limit => 3
        }
    );
    my $carol = $root->users( { username => 'carol' } )->[0];
    my $id    = $carol->{id};
    my $read  = $root->user($id);
    $root->edit_user( $id, { name => 'Caroline' } );
    my $edited = $root->user($id);
    my @blocked = ( $root->block_user($id), $root->block_user($id), $root->unblock_user($id) );
    my $found = names( username => $root->users( { search => 'caro' } ) );
    $root->delete_user($id);
    return {
        created => [ $carol->{username}, $read->{email}, $read->{projects_limit} ],
        edited  => $edited->{name},
        blocked => \@blocked,
        found   => $found,
        gone    => $root->user($id) // 'undefined',
    };
};

part current_user => sub {
    my $me = $ada->current_user();
    return [ $me->{username}, $me->{email}, $root->current_user()->{is_admin} ];
};

sub taken {
    return [
        refusal( sub { $ada->create_current_user_ssh_key( { title => 'Again', key => $given->{key} } ) } ),
        refusal( sub { $ada->create_current_user_email( { email => 'second@example.com' } ) } ),
    ];
}

part own_keys_and_emails => sub {
    $ada->create_current_user_ssh_key( { title => 'Mill', key => $given->{key} } );
    $ada->create_current_user_email( { email => 'second@example.com' } );
    my ( $keys, $emails ) = ( $ada->current_user_ssh_keys(), $ada->current_user_emails() );
    my ( $key, $email ) = map { $_->[0]{id} } $keys, $emails;
    my $result = {
        listed => [ names( title => $keys ), names( email => $emails ) ],
        taken  => taken(),
        read   => [ $ada->user_ssh_key($key)->{key}, $ada->current_user_email($email)->{email} ],
    };
    $ada->delete_current_user_ssh_key($key);
    $ada->delete_current_user_email($email);
    $result->{left} = [ map { scalar @$_ } $ada->current_user_ssh_keys(), $ada->current_user_emails() ];
    return $result;
};

part keys_and_emails_of_another => sub {
    my $bob = $given->{bob};
    $root->create_user_ssh_key( $bob, { title => 'Mill', key => $given->{key} } );
    $root->create_user_email( $bob, { email => 'second@example.com' } );
    my ( $keys, $emails ) = ( $root->user_ssh_keys($bob), $root->user_emails($bob) );
    my $result = {
        listed => [ names( title => $keys ), names( email => $emails ) ],
        taken  => taken(),
        read   => undef,
    };
    $root->delete_user_ssh_key( $bob, $keys->[0]{id} );
    $root->delete_user_email( $bob, $emails->[0]{id} );
    $result->{left} = [ map { scalar @$_ } $root->user_ssh_keys($bob), $root->user_emails($bob) ];
    return $result;
};

part projects => sub {
    my $id = $ada->create_project( { name => 'Engine', visibility_level => 20 } )->{id};
    my $by_path = $ada->project('ada/engine')->{id} == $id;
    $ada->edit_project( $id, { description => 'Mill and store.' } );
    my $listed = names( path => $ada->projects() );
    my $bob    = $given->{bob};
    $ada->add_project_member( $id, { user_id => $bob, access_level => 30 } );
    $ada->update_project_member( $id, $bob, { access_level => 40 } );
    my $single  = $ada->project_member( $id, $bob )->{access_level};
    my @members = map { [ $_->{username}, $_->{access_level} ] } @{ $ada->project_members($id) };
    $ada->remove_project_member( $id, $bob );
    my $edited = $ada->project($id)->{description};
    $ada->delete_project($id);
    return {
        by_path => $by_path ? JSON::true : JSON::false,
        edited  => $edited,
        listed  => $listed,
        members => \@members,
        member  => $single,
        gone    => $ada->project($id) // 'undefined',
    };
};

sub awards {
    my ( $call, $kind, @note ) = @_;
    $call->( "create_${kind}_award_emoji", @note, { name => 'tada' } );
    my $awards = $call->( "${kind}_award_emojis", @note );
    my $read = $call->( "${kind}_award_emoji", @note, $awards->[0]{id} )->{name};
    $call->( "delete_${kind}_award_emoji", @note, $awards->[0]{id} );
    return ( $awards, $read, scalar @{ $call->( "${kind}_award_emojis", @note ) } );
}

# The library's own methods send no name, and list the awards of a merge request.
sub awards_of_snippet {
    my ($id) = @_;
    my $path = 'projects/:project_id/snippets/:snippet_id/award_emoji';
    my $call = sub {
        my ( $verb, $tail, @options ) = @_;
        return $ada->rest_client()->request( $verb, $path . $tail, [ $project, $id ],
            { headers => { 'private-token' => $given->{ada} }, @options } );
    };
    $call->( 'POST', '', content => { name => 'tada' } );
    my $awards = $call->( 'GET', '' );
    my $read = $ada->snippet_award_emoji( $project, $id, $awards->[0]{id} )->{name};
    $ada->delete_snippet_award_emoji( $project, $id, $awards->[0]{id} );
    return ( $awards, $read, scalar @{ $call->( 'GET', '' ) } );
}

# Reads, lists, edits and removes what was made for it.
sub item {
    my ( $kind, $id ) = @_;
    my ( $read, $list, $edit, $delete ) = ( $kind, "${kind}s", "edit_$kind", "delete_$kind" );
    my $title = $ada->$read( $project, $id )->{title};
    my $listed = [ grep { $_->{id} == $id } @{ $ada->$list($project) } ];
    $ada->$edit( $project, $id, { title => 'It hums loudly' } );
    my $edited = $ada->$read( $project, $id )->{title};
    $ada->$delete( $project, $id );
    return ( item => [ $title, names( title => $listed ), $edited, $ada->$read( $project, $id ) // 'gone' ] );
}

sub conversation {
    my ( $kind, $id ) = @_;
    my $call = sub {
        my ( $method, @args ) = @_;
        return $ada->$method( $project, $id, @args );
    };
    $call->( "create_${kind}_note", { body => $given->{text} } );
    my $note = $call->("${kind}_notes")->[0]{id};
    my $read = $call->( "${kind}_note", $note )->{body};
    $call->( "edit_${kind}_note", $note, { body => 'Louder now.' } );
    $call->( "create_${kind}_note", { body => $_ } ) for qw( second third );
    my $pages = $ada->paginator( "${kind}_notes", $project, $id, { per_page => 1 } );
    my $listed = names( body => $pages->all() );
    my $is_snippet = $kind eq 'snippet';
    my ( $awards, $award, $left ) = $is_snippet ? awards_of_snippet($id) : awards( $call, $kind );
    my @on_note = $is_snippet ? () : awards( $call, "${kind}_note", $note );
    my $edited = $call->( "${kind}_note", $note )->{body};
    $call->( "delete_${kind}_note", $note );
    return (
        read        => $read,
        edited      => $edited,
        listed      => $listed,
        awards      => names( name => $awards ),
        award       => $award,
        awards_left => $left,
        awards_on_note => @on_note ? [ $on_note[0][0]{name}, names( name => $on_note[0] ), @on_note[ 1, 2 ] ] : undef,
        gone        => refusal( sub { $call->( "delete_${kind}_note", $note ) } ),
    );
}

part issue => sub {
    my $id = $ada->create_issue( $project, { title => 'It hums' } )->{id};
    my $other = $ada->create_issue( $project, { title => 'It hums' } )->{id};
    return { conversation( issue => $id ), item( issue => $other ),
        state => $ada->edit_issue( $project, $id, { state_event => 'close' } )->{state} };
};

part snippet => sub {
    $ada->create_project_snippet( $project,
        { title => $_, file_name => 'mill.rb', code => "puts 1\n", visibility_level => 20 } )
        for 'It hums', 'Mill';
    my ( $id, $other ) = map { $_->{id} } @{ $ada->project_snippets($project) };
    # Its method for this reads the text as JSON.
    my $content = $ada->rest_client()->request( 'GET', 'projects/:project_id/snippets/:snippet_id/raw',
        [ $project, $id ], { decode => 0, headers => { 'private-token' => $given->{ada} } } );
    return { conversation( snippet => $id ), item( project_snippet => $other ), content => $content };
};

part merge_request => sub {
    my ( $id, $other ) = map {
        $ada->create_merge_request( $project,
            { source_branch => 'humming', target_branch => 'master', title => $_ } )->{id}
    } 'Hum less', 'It hums';
    return { conversation( merge_request => $id ), item( merge_request => $other ),
        state => $ada->edit_merge_request( $project, $id, { state_event => 'close' } )->{state} };
};

part labels => sub {
    my $listed = sub { names( name => $ada->labels($project) ) };
    my $made = $ada->create_label( $project,
        { name => 'bug', color => '#D9534F', description => 'It fails.' } );
    my $issue = $ada->create_issue( $project, { title => 'It hums', labels => 'bug,mill' } );
    my $before = $listed->();
    my $edited = $ada->edit_label( $project,
        { name => 'bug', new_name => 'defect', color => '#428BCA' } );
    my $on_issue = $ada->issue( $project, $issue->{id} )->{labels};
    $ada->delete_label( $project, { name => 'defect' } );
    return {
        created  => [ @$made{qw( name color description )} ],
        listed   => $before,
        edited   => [ @$edited{qw( name color )} ],
        on_issue => $on_issue,
        left     => $listed->(),
        gone     => refusal( sub { $ada->delete_label( $project, { name => 'defect' } ) } ),
    };
};

part events => sub {
    my $events = $root->paginator( 'user_events', $given->{ada_id}, { per_page => 1 } )->all();
    my %seen = map { $_->{action_name} => 1 } @$events;
    return [ sort keys %seen ];
};

part long_list => sub {
    my $all = sub {
        my $pages = $ada->paginator( 'issue_notes', $project, $given->{long_issue}, {@_} );
        return names( body => $pages->all() );
    };
    my ( $default, $hundred ) = ( $all->(), $all->( per_page => 100 ) );
    my $same = $json->encode($default) eq $json->encode($hundred);
    return [ scalar @$default, $default->[0], $default->[-1], $same ? JSON::true : JSON::false ];
};

part sudo => sub {
    my $issue = $root->sudo('ada')->create_issue( $project, { title => 'By sudo' } );
    return [ $issue->{author}{username}, refusal( sub { $ada->sudo('root')->users() } ) ];
};

part bearer => sub {
    my $client = GitLab::API::v4->new( url => "$given->{url}/api/v3", access_token => $given->{ada} );
    return $client->current_user()->{username};
};

print $json->encode( \%answers );
